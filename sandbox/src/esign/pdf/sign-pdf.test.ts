import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type PDFArray, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SignerIdentity, TestPki } from '../pki.ts'
import { signPdf } from './sign-pdf.ts'
import { drawStamp, stampTime } from './stamp.ts'
import { toWinAnsi } from './win-ansi.ts'

const at = new Date('2026-11-21T10:32:56Z')
let folder: string
let pki: TestPki
let identity: SignerIdentity

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sign-pdf-'))
  pki = new TestPki(folder, () => at)
  identity = await pki.signerFor({ id: 'lender-1', name: 'Siti' })
}, 20_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

async function pdf(useObjectStreams: boolean, origin: [number, number] = [0, 0]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  for (let page = 0; page < 3; page += 1) {
    const added = document.addPage([595, 842])
    added.setMediaBox(origin[0], origin[1], 595, 842)
    added.drawText('Perjanjian', { x: 60, y: 700 })
  }
  return document.save({ useObjectStreams })
}

const place = { page: 2, x: 130, y: 468, signerName: 'Siti', at }
const sign = (bytes: Uint8Array, change: object = {}) => signPdf({ bytes, ...place, identity, ...change })

async function rectOf(bytes: Uint8Array, page: number): Promise<number[]> {
  const annotations = (await PDFDocument.load(bytes)).getPage(page - 1).node.Annots()
  const widget = annotations?.lookup(annotations.size() - 1) as unknown as { lookup(name: PDFName): PDFArray }
  return widget
    .lookup(PDFName.of('Rect'))
    .asArray()
    .map((number) => Number(number.toString()))
}

/** The byte range that the last signature of a file claims. */
function rangeOf(bytes: Uint8Array): number[] {
  const text = Buffer.from(bytes).toString('latin1')
  return (/\/ByteRange \[([^\]]+)\]/.exec(text.slice(text.lastIndexOf('/ByteRange')))?.[1] ?? '')
    .trim()
    .split(/\s+/)
    .map(Number)
}

describe('a signed PDF', () => {
  test.each([
    ['a cross-reference table', false],
    ['cross-reference streams', true],
  ])('with %s keeps the original bytes and its kind of cross-reference', async (_name, streams) => {
    const original = await pdf(streams)
    const signed = await sign(original)
    expect(Buffer.from(signed.subarray(0, original.length)).equals(Buffer.from(original))).toBe(true)
    const startxref = Number(/startxref\s+(\d+)\s+%%EOF$/.exec(Buffer.from(signed).toString('latin1'))?.[1])
    const marker = Buffer.from(signed.subarray(startxref, startxref + 4)).toString('latin1')
    expect(marker === 'xref').toBe(!streams)
    expect(await rectOf(signed, 2)).toEqual([130, 468, 346, 536])
  })

  test('its byte range leaves out the signature and nothing else', async () => {
    const signed = await sign(await pdf(false))
    const [from, start = 0, end = 0, rest = 0] = rangeOf(signed)
    expect(from).toBe(0)
    expect(end + rest).toBe(signed.length)
    expect(Buffer.from(signed.subarray(start, end)).toString('latin1')).toMatch(/^<[0-9a-f]+>$/)
  })

  test('can be signed again; the first signature stays as it was', async () => {
    const first = await sign(await pdf(false))
    const second = await sign(first, { page: 3, signerName: 'Budi' })
    expect(Buffer.from(second.subarray(0, first.length)).equals(Buffer.from(first))).toBe(true)
    expect(
      (await PDFDocument.load(second))
        .getForm()
        .getFields()
        .map((field) => field.getName()),
    ).toEqual(['TandaTangan1', 'TandaTangan2'])
  })

  test('counts the place from the corner of the page, wherever its box begins', async () => {
    const signed = await sign(await pdf(false, [20, -30]))
    expect((await rectOf(signed, 2)).slice(0, 2)).toEqual([150, 438])
  })

  test('a page or a place that does not exist is refused', async () => {
    const bytes = await pdf(false)
    await expect(sign(bytes, { page: 4 })).rejects.toMatchObject({ code: 'PAGE_OUT_OF_RANGE', status: 422 })
    await expect(sign(bytes, { x: 400 })).rejects.toMatchObject({ code: 'COORDINATES_OUT_OF_RANGE' })
    await expect(sign(Buffer.from('hello'))).rejects.toMatchObject({ code: 'PDF_UNREADABLE', status: 422 })
  })
})

describe('the stamp', () => {
  test('names the signer, the time in Jakarta and the certificate', async () => {
    const drawing = await drawStamp({ name: 'Siti Rahmawati', at, serial: 'AB12' })
    const texts = [...drawing.matchAll(/<([0-9a-f]+)> Tj/g)].map(([, hex = '']) =>
      Buffer.from(hex, 'hex').toString('latin1'),
    )
    expect(texts).toEqual([
      'Ditandatangani secara elektronik oleh',
      'Siti Rahmawati',
      '21 November 2026 pukul 17.32.56 WIB',
      'No. sertifikat AB12',
    ])
  })

  test('cuts a name that is too long and cannot be broken by one', async () => {
    const drawing = await drawStamp({ name: `) Tj ET ${'Panjang '.repeat(40)}`, at, serial: 'AB' })
    expect(drawing.split('\n')).toHaveLength(9)
    expect(drawing).toContain('85> Tj ET')
    expect(stampTime(new Date('2026-12-31T17:00:00Z'))).toBe('1 Januari 2027 pukul 00.00.00 WIB')
  })

  test('letters beyond the font lose their accents or become a question mark', () => {
    expect(Buffer.from(toWinAnsi('Çelik Ść 字\n€')).toString('latin1')).toBe('Çelik Sc ? \x80')
  })
})

describe('the test certificates', () => {
  test('one per person, kept over restarts', async () => {
    const again = await new TestPki(folder, () => at).signerFor({ id: 'lender-1', name: 'Siti' })
    expect(again.serial).toBe(identity.serial)
    expect((await pki.signerFor({ id: 'lender-2', name: 'Siti' })).serial).not.toBe(identity.serial)
  })
})
