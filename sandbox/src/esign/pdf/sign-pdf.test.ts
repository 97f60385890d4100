import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFStream, PDFString } from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SignerIdentity, TestPki } from '../pki.ts'
import { signPdf } from './sign-pdf.ts'
import { drawable, stampTime } from './stamp.ts'

const at = new Date('2026-11-21T10:32:56Z')
let folder: string
let pki: TestPki
let identity: SignerIdentity

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sign-pdf-'))
  pki = new TestPki(folder, () => at)
  identity = await pki.signerFor({ id: 'lender-1', name: 'Siti' })
})

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

/** The byte range of the last signature of a file. */
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
  ])(
    'signing a PDF with %s keeps its original bytes and its kind of cross-reference',
    async (_name, streams) => {
      const original = await pdf(streams)
      const signed = await sign(original)
      expect(Buffer.from(signed.subarray(0, original.length)).equals(Buffer.from(original))).toBe(true)
      const startxref = Number(/startxref\s+(\d+)\s+%%EOF$/.exec(Buffer.from(signed).toString('latin1'))?.[1])
      const marker = Buffer.from(signed.subarray(startxref, startxref + 4)).toString('latin1')
      expect(marker === 'xref').toBe(!streams)
      expect(await rectOf(signed, 2)).toEqual([130, 468, 330, 538])
    },
  )

  test('the byte range of a PDF signature covers everything except the signature itself', async () => {
    const signed = await sign(await pdf(false))
    const [from, start = 0, end = 0, rest = 0] = rangeOf(signed)
    expect(from).toBe(0)
    expect(end + rest).toBe(signed.length)
    expect(Buffer.from(signed.subarray(start, end)).toString('latin1')).toMatch(/^<[0-9a-f]+>$/)
  })

  test('a second signature leaves the bytes of the first signed PDF unchanged', async () => {
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

  test('the signature position is measured from the corner of the page for any media box', async () => {
    const signed = await sign(await pdf(false, [20, -30]))
    expect((await rectOf(signed, 2)).slice(0, 2)).toEqual([150, 438])
  })

  test('signing rejects a missing page, a position off the page and a file that is not a PDF', async () => {
    const bytes = await pdf(false)
    await expect(sign(bytes, { page: 4 })).rejects.toMatchObject({ code: 'PAGE_OUT_OF_RANGE', status: 422 })
    await expect(sign(bytes, { x: 400 })).rejects.toMatchObject({ code: 'COORDINATES_OUT_OF_RANGE' })
    await expect(sign(Buffer.from('hello'))).rejects.toMatchObject({ code: 'PDF_UNREADABLE', status: 422 })
  })
})

describe('the stamp', () => {
  test('FIX-06 the signature stamp fits its box of 200 by 70 points for any name, and shows signer, time in Jakarta and certificate', async () => {
    const short = await readStamp(await sign(await pdf(false), { signerName: 'Siti Rahmawati' }))
    expect(short.texts).toEqual([
      'Ditandatangani secara elektronik oleh',
      'Siti Rahmawati',
      '21 November 2026 pukul 17.32.56 WIB',
      `No. sertifikat ${identity.serial}`,
    ])
    const long = await readStamp(
      await sign(await pdf(false), { signerName: `) Tj ET ${'Panjang '.repeat(40)}` }),
    )
    expect(long.texts[1]).toMatch(/^\) Tj ET Panjang .*…$/)
    for (const { box, right } of [short, long]) {
      expect(box).toEqual([0, 0, 200, 70])
      expect(right).toBeLessThanOrEqual(190.1)
    }
    expect(stampTime(new Date('2026-12-31T17:00:00Z'))).toBe('1 Januari 2027 pukul 00.00.00 WIB')
  })

  test('FIX-06 the signature stamp embeds its fonts, and its field has a name for screen readers', async () => {
    const document = await PDFDocument.load(await sign(await pdf(false)))
    const widget = document.getPage(1).node.Annots()?.lookup(0, PDFDict)
    expect(widget?.lookup(PDFName.of('TU'), PDFHexString).decodeText()).toBe('Tanda tangan elektronik Siti')
    const objects = document.context.enumerateIndirectObjects().map(([, object]) => object)
    const fonts = objects.filter(
      (object) =>
        object instanceof PDFDict && object.get(PDFName.of('Type')) === PDFName.of('FontDescriptor'),
    ) as PDFDict[]
    expect(fonts).toHaveLength(2)
    for (const font of fonts) expect(font.has(PDFName.of('FontFile2'))).toBe(true)
    expect(Buffer.from(await sign(await pdf(false))).length).toBeLessThan(80_000)
  })

  test('FIX-06 the signature stamp fills the empty signature field of the document and adds no other field', async () => {
    const document = await PDFDocument.load(await pdf(false))
    const field = document.context.register(
      document.context.obj({
        Type: 'Annot',
        Subtype: 'Widget',
        FT: 'Sig',
        T: PDFString.of('TandaTanganPemberiDana'),
        Rect: [130, 468, 330, 538],
      }),
    )
    document.getPage(1).node.set(PDFName.of('Annots'), document.context.obj([field]))
    document.catalog.set(PDFName.of('AcroForm'), document.context.obj({ Fields: [field], SigFlags: 3 }))
    const signed = await PDFDocument.load(await sign(await document.save({ useObjectStreams: false })))
    expect(signed.getPage(1).node.Annots()?.size()).toBe(1)
    const [only, ...more] = signed.getForm().getFields()
    expect([only?.getName(), more]).toEqual(['TandaTanganPemberiDana', []])
    expect(only?.acroField.dict.has(PDFName.of('V'))).toBe(true)
  })

  test('the signature stamp replaces letters that its font lacks by the letter without accent or by a question mark', () => {
    expect(drawable('Çelik ꞥ 字\n€')).toBe('Çelik ? ? €')
    expect(drawable('Ạ\u1eb7')).toBe('Aa')
  })
})

/** Reads the stamp of the first signature on page 2, after copying it to a page of its own. */
async function readStamp(signed: Uint8Array): Promise<{ texts: string[]; right: number; box: number[] }> {
  const document = await PDFDocument.load(signed)
  const widget = document.getPage(1).node.Annots()?.lookup(0, PDFDict)
  const form = widget?.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'), PDFStream)
  if (!form) throw new Error('the signature has no picture')
  const box = form.dict
    .lookup(PDFName.of('BBox'), PDFArray)
    .asArray()
    .map((one) => Number(one.toString()))
  const page = document.insertPage(0, [200, 70])
  page.node.set(PDFName.of('Resources'), form.dict.lookup(PDFName.of('Resources'), PDFDict))
  page.node.set(PDFName.of('Contents'), document.context.register(form))
  const reading = getDocument({ data: await document.save({ useObjectStreams: false }), verbosity: 0 })
  const { items } = await (await (await reading.promise).getPage(1)).getTextContent()
  await reading.destroy()
  const pieces = items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []))
  const ends = pieces.map(({ transform, width }) => Number(transform[4]) + width)
  return { texts: pieces.map(({ str }) => str), right: Math.max(...ends), box }
}

describe('the test certificates', () => {
  test('the test certificate authority issues one certificate per person, also after a restart', async () => {
    const again = await new TestPki(folder, () => at).signerFor({ id: 'lender-1', name: 'Siti' })
    expect(again.serial).toBe(identity.serial)
    expect((await pki.signerFor({ id: 'lender-2', name: 'Siti' })).serial).not.toBe(identity.serial)
  })
})
