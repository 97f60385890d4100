import { formatDateLong, formatRupiah, groupThousands } from '@pematang/contract/format/index'
import { formatPercent } from '@pematang/contract/format/percent'
import { formatMonth } from '@pematang/contract/format/month'
import type { TaxedInstallment, TaxKind } from '@pematang/contract/cash/tax/endpoints'
import type { ReportCell, ReportContent, ReportTable } from '../../documents/index.ts'
import { sumsOf } from './lender-year.ts'
import { kindOf, type Withheld } from './withheld.ts'
import { sum } from '../../platform/sum.ts'

/** The parties in a statement: the lender whose tax it shows, and the operator that withheld it. */
export type Parties = {
  operator: ReportContent['operator']
  /** The operator's tax number; null if none is configured. */
  operatorTaxNumber: string | null
  holder: string
  /** The lender's full tax number, because the statement is for their own tax return; null if none is stored. */
  taxNumber: string | null
  issuedAt: Date
}

export const kindWords: Record<TaxKind, string> = { PPH23: 'PPh Pasal 23', PPH26: 'PPh Pasal 26' }

/** Formats rupiah without the unit, for tables whose columns name it. */
const amount = (value: number): string => `${value < 0 ? '-' : ''}${groupThousands(String(Math.abs(value)))}`

/** The maximum number of installments in the PDF; if there are more, only the spreadsheet lists them. */
const listedAtMost = 400

const basis =
  'Pajak dipotong oleh Penyelenggara dari bunga bruto pada saat angsuran dibukukan (PMK 69/PMK.03/2022). Pokok dan denda tidak termasuk. Koreksi angsuran dibukukan pada masa pajak saat koreksi dicatat.'
const noSlip =
  'Laporan ini bukan bukti pemotongan. Bukti potong resmi diterbitkan melalui sistem Direktorat Jenderal Pajak; nomornya tercantum di sini setelah dicatat oleh Penyelenggara.'

const partyFacts = ({ operator, operatorTaxNumber, holder, taxNumber }: Parties) => [
  { label: 'Pemotong', value: operator.name },
  ...(operatorTaxNumber === null ? [] : [{ label: 'NPWP pemotong', value: operatorTaxNumber }]),
  { label: 'Penerima penghasilan', value: holder },
  { label: 'NPWP/NIK penerima', value: taxNumber ?? 'Belum terdaftar' },
]

const whileRunning = (words: string, isOver: boolean): string =>
  isOver ? words : `${words} (belum berakhir, angka sementara)`

/** The statement of a month: sums by kind and rate with their slips, and their installments. */
export function monthReport(
  parties: Parties,
  month: { period: string; thisMonth: string; lines: readonly Withheld[] },
  installments: { list: readonly TaxedInstallment[]; hasMore: boolean },
): ReportContent {
  const { period, thisMonth, lines } = month
  const { interest, tax } = sumsOf(lines)
  return {
    operator: parties.operator,
    title: 'Laporan Pemotongan Pajak',
    subject: `Masa Pajak ${formatMonth(period)}`,
    issuedAt: parties.issuedAt,
    facts: [
      ...partyFacts(parties),
      { label: 'Masa pajak', value: whileRunning(formatMonth(period), period < thisMonth) },
      { label: 'Bunga bruto', value: formatRupiah(interest) },
      { label: 'Pajak dipotong', value: formatRupiah(tax) },
    ],
    sections: [
      { heading: 'Menurut jenis dan tarif', table: linesTable(lines, thisMonth, false) },
      installments.hasMore
        ? {
            heading: 'Angsuran',
            paragraphs: [
              `Masa pajak ini memiliki lebih dari ${listedAtMost} bagian angsuran. Seluruhnya ada dalam berkas XLSX laporan ini.`,
            ],
          }
        : { heading: 'Angsuran', table: installmentsTable(installments.list) },
      { heading: 'Keterangan', paragraphs: [basis, noSlip] },
    ],
  }
}

/** The summary of a year for the tax return. */
export function yearReport(
  parties: Parties,
  { year, thisMonth, lines }: { year: number; thisMonth: string; lines: readonly Withheld[] },
): ReportContent {
  const { interest, tax } = sumsOf(lines)
  const byKind = [...Map.groupBy(lines, ({ article }) => article)]
  const missing = lines.filter(
    ({ interest: taxed, slipNumber, period }) => taxed > 0 && slipNumber === null && period < thisMonth,
  ).length
  return {
    operator: parties.operator,
    title: 'Ringkasan Pajak Tahunan',
    subject: `Tahun Pajak ${year}`,
    issuedAt: parties.issuedAt,
    facts: [
      ...partyFacts(parties),
      { label: 'Tahun pajak', value: whileRunning(String(year), `${year}-12` < thisMonth) },
    ],
    sections: [
      {
        heading: 'Untuk SPT Tahunan',
        paragraphs: [
          'Laporkan bunga bruto di bawah ini sebagai penghasilan, dan kreditkan PPh Pasal 23 yang sudah dipotong. PPh Pasal 26 pada umumnya bersifat final.',
        ],
        facts: [
          { label: 'Bunga bruto setahun', value: formatRupiah(interest) },
          ...byKind.map(([article, rows]) => ({
            label: `${kindWords[kindOf(article)]} dipotong`,
            value: `${formatRupiah(sumsOf(rows).tax)} dari bunga ${formatRupiah(sumsOf(rows).interest)}`,
          })),
          { label: 'Jumlah pajak dipotong', value: formatRupiah(tax) },
        ],
      },
      { heading: 'Bukti potong menurut masa pajak', table: linesTable(lines, thisMonth, true) },
      {
        heading: 'Keterangan',
        paragraphs: [
          ...(missing > 0
            ? [`${missing} bukti potong belum memiliki nomor pada saat ringkasan ini diterbitkan.`]
            : []),
          basis,
          noSlip,
        ],
      },
    ],
  }
}

/** A table of withheld tax. Its columns fill the page width of 455 points between the margins. */
function linesTable(lines: readonly Withheld[], thisMonth: string, withPeriod: boolean): ReportTable {
  const { interest, tax } = sumsOf(lines)
  const period = withPeriod ? [{ title: 'Masa', width: 76 }] : []
  const lead = withPeriod ? [''] : []
  return {
    columns: [
      ...period,
      { title: 'Jenis', width: withPeriod ? 68 : 90 },
      { title: 'Tarif', width: 34, isAmount: true },
      { title: 'Bunga bruto (Rp)', width: 82, isAmount: true },
      { title: 'Pajak (Rp)', width: 68, isAmount: true },
      { title: '', width: 14 },
      { title: 'Bukti potong', width: withPeriod ? 113 : 167 },
    ],
    rows: lines.map((line) => [
      ...(withPeriod ? [formatMonth(line.period)] : []),
      kindWords[kindOf(line.article)],
      formatPercent(line.ratePpm / 1_000_000),
      amount(line.interest),
      amount(line.tax),
      '',
      slipWords(line, thisMonth, withPeriod),
    ]),
    total: ['Jumlah', ...lead, '', amount(interest), amount(tax), '', ''],
  }
}

function slipWords(
  { period, slipNumber, slipIssuedOn, interest }: Withheld,
  thisMonth: string,
  isNarrow: boolean,
): ReportCell {
  if (slipNumber !== null && slipIssuedOn !== null) {
    const issuedOn = formatDateLong(slipIssuedOn)
    return isNarrow ? { text: slipNumber, below: issuedOn } : `${slipNumber}, ${issuedOn}`
  }
  if (interest <= 0) return 'Koreksi'
  return period < thisMonth ? 'Belum dicatat' : 'Setelah masa berakhir'
}

function installmentsTable(list: readonly TaxedInstallment[]): ReportTable {
  return {
    columns: [
      { title: 'Pinjaman', width: 100 },
      { title: 'Jatuh tempo', width: 90 },
      { title: 'Dibayar', width: 90 },
      { title: 'Tarif', width: 33, isAmount: true },
      { title: 'Bunga (Rp)', width: 74, isAmount: true },
      { title: 'Pajak (Rp)', width: 68, isAmount: true },
    ],
    rows: list.map((item) => [
      item.isCorrection ? { text: item.loanNumber, below: 'koreksi' } : item.loanNumber,
      formatDateLong(item.dueDate),
      formatDateLong(item.paidOn),
      formatPercent(item.rate),
      amount(item.interest),
      amount(item.tax),
    ]),
    total: [
      'Jumlah',
      '',
      '',
      '',
      amount(sum(list.map(({ interest }) => interest))),
      amount(sum(list.map(({ tax }) => tax))),
    ],
  }
}

export { listedAtMost }
