import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderFactsheet } from './factsheet-pdf.ts'
import { type FactsheetLoan, factsheetHash, factsheetText, isSameText } from './factsheet-text.ts'
import { readPdf } from '../pdf/read-pdf.ts'

const operator = { name: 'PT Contoh Bersama', address: 'Jalan Contoh 1, Jakarta', licenceLine: null }
const loan: FactsheetLoan = {
  loanId: 7,
  loanNumber: 'PMT-2026-000123',
  loanTypeName: 'Modal Usaha',
  borrowerName: 'UD Rinjani Berkah',
  total: 150_000_000,
  minimum: 500_000,
  interest: '0.1122',
  interestType: 'ANNUITY',
  tenor: 36,
  tenorPeriod: 'MONTH',
  grade: 'C4',
  gradeDescription: 'Risiko sedang',
  purpose: 'Menambah stok barang dagangan',
  marketingTitle: 'Tambahan stok',
  marketingDetail: 'Dana dipakai untuk menambah stok.\nAngsuran tiap bulan.',
  offerFrom: '2026-06-01',
  offerUntil: '2026-07-01',
  paidOut: null,
}
const render = (change: Partial<FactsheetLoan> = {}) =>
  renderFactsheet(factsheetText({ ...loan, ...change }, operator), loan.offerFrom)

describe('POR-05 factsheet of a loan', () => {
  test('a factsheet describes the loan in Indonesian with its schedule and its risk', async () => {
    const { bytes, pages } = render()
    const read = await readPdf(bytes)
    expect(read).toHaveLength(pages)
    const text = read.map((page) => page.text).join(' ')
    for (const part of [
      'Factsheet Pinjaman',
      'PMT-2026-000123',
      'UD Rinjani Berkah',
      'Modal Usaha',
      'Rp150.000.000',
      'Rp500.000',
      '11,220% per tahun, Anuitas',
      '36 Bulan',
      'C4, Risiko sedang',
      '1 Juni 2026 sampai 1 Juli 2026',
      'Menambah stok barang dagangan',
      'Angsuran tiap bulan.',
      'Seluruh risiko',
      'PT Contoh Bersama',
      '1 Agustus 2026',
      '1 Juli 2029',
    ])
      expect(text).toContain(part)
    const hash = factsheetHash(factsheetText(loan, operator)).toString('hex')
    read.forEach((page, index) => {
      expect(page.text).toContain(`Sidik jari teks: ${hash}`)
      expect(page.text).toContain(`Halaman ${index + 1}/${pages}`)
    })
  })

  test('a factsheet has the same bytes for the same loan and other bytes for another loan', () => {
    expect(render().bytes.equals(render().bytes)).toBe(true)
    expect(render({ minimum: 600_000 }).bytes.equals(render().bytes)).toBe(false)
  })

  test('a stored factsheet with the former title counts as the same text, one with other terms does not', () => {
    const content = factsheetText(loan, operator)
    const former = { ...content, title: 'Lembar Fakta Pinjaman' }
    expect(isSameText(factsheetHash(content), content)).toBe(true)
    expect(isSameText(factsheetHash(former), content)).toBe(true)
    const otherTerms = factsheetText({ ...loan, minimum: 600_000 }, operator)
    expect(isSameText(factsheetHash(former), otherTerms)).toBe(false)
    expect(isSameText(factsheetHash({ ...content, title: 'Lain' }), content)).toBe(false)
  })

  test('a factsheet shows a dash or leaves a line out for optional data that is missing', async () => {
    const bare = {
      grade: null,
      gradeDescription: null,
      purpose: null,
      marketingTitle: null,
      marketingDetail: null,
    }
    const [first] = await readPdf(render(bare).bytes)
    expect(first?.text).toMatch(/Tujuan - .*Peringkat risiko - /)
    expect(first?.text).not.toContain('null')
  })

  test('a factsheet stays readable, within its page and without active content for any text', {
    timeout: 60_000,
  }, async () => {
    const words = fc.string({ unit: 'binary', maxLength: 80 })
    await fc.assert(
      fc.asyncProperty(words, words, fc.constantFrom(1, 36, 360), async (name, detail, tenor) => {
        const { bytes, pages } = render({
          borrowerName: name,
          purpose: detail,
          marketingTitle: name,
          marketingDetail: detail,
          tenor,
        })
        const plain = bytes.toString('latin1').replace(/\bstream\r?\n[\s\S]*?\bendstream/g, '')
        expect(plain).not.toMatch(/\/(JavaScript|JS|Launch|EmbeddedFile|OpenAction|AA|URI|Annots)\b/)
        const read = await readPdf(bytes)
        expect(read).toHaveLength(pages)
        for (const { pieces } of read)
          for (const piece of pieces) expect(piece.x + piece.width).toBeLessThan(530)
      }),
      { numRuns: 15 },
    )
  })
})
