import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testCertificate } from '../../../testing/certificate.ts'
import { openCertificate } from '../signature/certificate.ts'
import { renderAgreement } from './render.ts'
import { sampleSnapshot } from './sample.ts'
import { prepareSignature } from './signature-field.ts'
import { structureFaults } from './testing/structure.ts'
import { type Element, readTags } from './testing/tags.ts'
import { prepareTimestamp } from './timestamp-field.ts'

const certificate = openCertificate(testCertificate())
const at = new Date('2026-11-21T10:32:56Z')

describe.each(['pp', 'ppfp'] as const)('FIX-06 structure of the %s', (kind) => {
  const { bytes, signaturePage } = renderAgreement(kind, sampleSnapshot({}, 36), certificate)

  test('FIX-06 an agreement has a language, a title, tagged text, named fields and embedded fonts', async () => {
    expect(await structureFaults(bytes)).toEqual([])
  })

  test('FIX-06 signing an agreement by hash and time stamping it keep its structure and use its signature field', async () => {
    const unsigned = await prepareSignature(bytes, { page: signaturePage, name: 'Siti 字 '.repeat(30), at })
    const signed = unsigned.withSignature(Buffer.alloc(64, 1))
    expect(await structureFaults(signed)).toEqual([])
    const stamped = (await prepareTimestamp(signed, 4_096)).withSignature(Buffer.alloc(64, 1))
    expect(await structureFaults(stamped)).toEqual([])
    const fields = (await PDFDocument.load(stamped)).getForm().getFields()
    expect(fields.map((field) => field.getName())).toEqual([
      'TandaTanganPemberiDana',
      'TandaTanganPenyelenggara',
      'StempelWaktu3',
    ])
    expect(fields.map((field) => field.acroField.dict.has(PDFName.of('V')))).toEqual([true, true, true])
  })

  test('FIX-06 the PDF structure check reports untagged text, a font not embedded and a field without a name', async () => {
    const document = await PDFDocument.load(bytes)
    document.getPage(0).drawText('di luar struktur', { x: 50, y: 50 })
    document.getForm().getFields()[0]?.acroField.dict.delete(PDFName.of('TU'))
    const faults = await structureFaults(Buffer.from(await document.save({ useObjectStreams: false })))
    expect(faults).toEqual([
      expect.stringContaining('page 1 paints with Tj'),
      expect.stringContaining('TandaTanganPemberiDana'),
      expect.stringContaining('Helvetica is not embedded'),
    ])
  })
})

test('FIX-06 a schedule of several pages has its column headings once for a screen reader', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pematang-schedule-'))
  const file = join(folder, 'pp.pdf')
  try {
    writeFileSync(file, renderAgreement('pp', sampleSnapshot({}, 120), certificate).bytes)
    const every = (element: Element): Element[] => [element, ...element.children.flatMap(every)]
    const tables = every(readTags(file)).filter(({ tag }) => tag === 'Table')
    const long = tables.filter(({ children }) => children.length > 100)
    expect(long).toHaveLength(1)
    const heads = long[0]?.children.map(({ children }) => children.every(({ tag }) => tag === 'TH')) ?? []
    expect([heads[0], heads.filter(Boolean).length]).toEqual([true, 1])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
