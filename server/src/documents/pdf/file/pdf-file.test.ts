import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { readPdf } from '../read-pdf.ts'
import { Sheet } from '../sheet.ts'
import { grid, styles } from '../typography.ts'
import { write } from './objects.ts'

const createdAt = new Date('2026-11-21T03:15:00Z')

function sheetOf(title: string, text = 'isi'): Sheet {
  const sheet = new Sheet({ title, author: title, createdAt })
  sheet.tag('P', () => sheet.flow([text], styles.body, grid.text))
  return sheet
}

test.each(['Budi (II) \\ Co.', 'a) /JS (x', 'PT <Sawah> & Anak', 'Łukasz 李 🌾', '\u0007 lonceng'])(
  'the PDF title %j is read back unchanged, and its XMP metadata stay well-formed',
  async (title) => {
    const bytes = sheetOf(title).finish()
    const document = await PDFDocument.load(bytes, { updateMetadata: false })
    expect(document.getTitle()).toBe(title)
    expect(document.getAuthor()).toBe(title)
    expect(document.getCreationDate()).toEqual(createdAt)
    const xml = bytes.toString('utf8').match(/<x:xmpmeta[\s\S]*<\/x:xmpmeta>/)?.[0] ?? ''
    const inside = /xml:lang="x-default">([^<]*)</.exec(xml)?.[1]
    expect(inside?.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))).toBe(
      title.replace('\u0007', ' '),
    )
  },
)

test('the cross-reference table of a PDF gives the right offset of every object', () => {
  const file = sheetOf('Berkas').finish().toString('latin1')
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
  const [, size, rows = ''] = /^xref\n0 (\d+)\n([\s\S]*?)trailer/.exec(file.slice(table)) ?? []
  const offsets = rows.match(/.{20}/gs)?.slice(1) ?? []
  expect(offsets).toHaveLength(Number(size) - 1)
  offsets.forEach((row, index) => {
    expect(row).toMatch(/^\d{10} 00000 n $/m)
    expect(file.slice(Number(row.slice(0, 10))).startsWith(`${index + 1} 0 obj\n`), row).toBe(true)
  })
})

test('PDFs with the same characters embed the same fonts, and one with an additional character embeds it too', async () => {
  const programs = async (text: string) => {
    const { context } = await PDFDocument.load(sheetOf('Huruf', text).finish())
    return context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFDict ? [object.get(PDFName.of('FontName'))] : []))
      .flatMap((name) => (name === undefined ? [] : [String(name)]))
  }
  expect(await programs('pendanaan')).toEqual(await programs('Perjanjian 12'))
  expect(await programs('pendanaan')).not.toEqual(await programs('Đào'))
  const [page] = await readPdf(sheetOf('Huruf', 'Đào Дмитрий').finish())
  expect(page?.text).toBe('Đào Дмитрий')
})

test('writing text outside the tag structure of a PDF, or a number such as NaN, throws an error', () => {
  const sheet = sheetOf('Berkas')
  expect(() => sheet.put('di luar', styles.body, 0, 0)).toThrow('outside of the structure')
  expect(() => sheet.tag('P', () => sheet.rule(0, 0, 9, 1, '#000000'))).toThrow('does not contain')
  expect(() => write(Number.NaN)).toThrow(RangeError)
})
