import { createHash } from 'node:crypto'
import {
  formatDateLong,
  formatInterest,
  formatRupiah,
  formatTenor,
  groupThousands,
} from '@pematang/contract/format/index'
import {
  buildSchedule,
  type Installment,
  interestTypeNames,
  tenorPeriodNames,
  type InterestType,
  type TenorPeriod,
} from '../../books/index.ts'
import { cleanAll } from '../pdf/clean-text.ts'
import type { Fact, ScheduleTable } from '../pdf/content.ts'

/** The data of a factsheet; amounts in whole rupiah, dates as business dates. */
export type FactsheetLoan = {
  loanId: number
  loanNumber: string
  loanTypeName: string
  borrowerName: string
  total: number
  minimum: number
  /** The annual interest rate as a fraction of one. */
  interest: string
  interestType: InterestType
  tenor: number
  tenorPeriod: TenorPeriod
  grade: string | null
  gradeDescription: string | null
  purpose: string | null
  marketingTitle: string | null
  marketingDetail: string | null
  offerFrom: string
  offerUntil: string
  /** The installments with which the loan was paid out, the sums of its lenders' schedules; null before that. */
  paidOut: readonly Installment[] | null
}

export type FactsheetOperator = { name: string; address: string; licenceLine: string | null }

/** A factsheet as text, without layout. */
export type FactsheetContent = {
  title: string
  loanNumber: string
  dateLine: string
  operator: FactsheetOperator
  facts: Fact[]
  sections: { heading: string; paragraphs: string[] }[]
  schedule: ScheduleTable
}

/**
 * The risks of every loan, which a lender should know before deciding (POJK 40/2024: the operator bears none of the
 * risk).
 */
const risks = [
  'Pinjaman ini adalah kesepakatan perdata antara Pemberi Dana dan Penerima Dana. Seluruh risiko, termasuk keterlambatan dan gagal bayar, ditanggung oleh Pemberi Dana; Penyelenggara tidak menjamin pengembalian dana.',
  'Dana dapat terlambat kembali, kembali sebagian, atau tidak kembali sama sekali. Pertimbangkan jumlah yang dapat Anda tanggung dan sebarkan pendanaan Anda ke beberapa pinjaman.',
  'Keterangan di lembar ini disusun dari data yang disampaikan Penerima Dana dan dinilai oleh Penyelenggara. Hak dan kewajiban para pihak tertulis dalam perjanjian yang Anda baca sebelum menandatanganinya.',
]

/** Writes the factsheet of a loan. The same loan and operator always give the same text. */
export function factsheetText(loan: FactsheetLoan, operator: FactsheetOperator): FactsheetContent {
  const period = `${formatDateLong(loan.offerFrom)} sampai ${formatDateLong(loan.offerUntil)}`
  const rating = [loan.grade ?? '-', loan.gradeDescription].filter(Boolean).join(', ')
  const rate = `${formatInterest(loan.interest)} per tahun, ${interestTypeNames[loan.interestType]}`
  const paragraphs = (loan.marketingDetail ?? '').split('\n').filter((line) => line.trim() !== '')
  return cleanAll({
    title: 'Factsheet Pinjaman',
    loanNumber: loan.loanNumber,
    dateLine: `Masa pendanaan ${period}`,
    operator,
    facts: [
      { label: 'Nomor pinjaman', value: loan.loanNumber },
      { label: 'Penerima Dana', value: loan.borrowerName },
      { label: 'Jenis pinjaman', value: loan.loanTypeName },
      { label: 'Tujuan', value: loan.purpose ?? '-' },
      { label: 'Jumlah pinjaman', value: formatRupiah(loan.total) },
      { label: 'Minimal pendanaan', value: formatRupiah(loan.minimum) },
      { label: 'Bunga', value: rate },
      { label: 'Jangka waktu', value: formatTenor(loan.tenor, tenorPeriodNames[loan.tenorPeriod]) },
      { label: 'Peringkat risiko', value: rating },
      { label: 'Masa pendanaan', value: period },
    ],
    sections: [
      ...(loan.marketingTitle || paragraphs.length > 0
        ? [{ heading: loan.marketingTitle ?? 'Tentang pinjaman ini', paragraphs }]
        : []),
      { heading: 'Risiko', paragraphs: risks },
    ],
    schedule: scheduleTable(loan),
  })
}

/** SHA-256 of the whole content of a factsheet. */
export const factsheetHash = (content: FactsheetContent): Buffer =>
  createHash('sha256').update(JSON.stringify(content)).digest()

/** The title of factsheets until 2026; those that exist keep it. */
const formerTitle = 'Lembar Fakta Pinjaman'

/** Whether a stored factsheet with this hash has the same content; one with the former title is no other text. */
export const isSameText = (textSha256: Buffer, content: FactsheetContent): boolean =>
  [content, { ...content, title: formerTitle }].some((one) => textSha256.equals(factsheetHash(one)))

/**
 * The installments of the whole loan: once it is paid out those that the ledger asks, before that an estimate as if one
 * lender funded it and it were paid out on the last day of its offer.
 */
function scheduleTable(loan: FactsheetLoan): ScheduleTable {
  const money = (amount: number) => groupThousands(String(amount))
  const installments = loan.paidOut ?? estimate(loan)
  const principal = installments.reduce((sum, row) => sum + row.principal, 0)
  const interest = installments.reduce((sum, row) => sum + row.interest, 0)
  let left = principal
  return {
    ...(loan.paidOut ? agreedNote : estimateNote),
    columns: ['No.', 'Jatuh tempo', 'Pokok', 'Bunga', 'Angsuran', 'Sisa pokok'],
    rows: installments.map((row) => {
      left -= row.principal
      return [
        String(row.no),
        formatDateLong(row.dueDate),
        money(row.principal),
        money(row.interest),
        money(row.principal + row.interest),
        money(left),
      ]
    }),
    total: ['', 'Jumlah', money(principal), money(interest), money(principal + interest), ''],
  }
}

const estimate = (loan: FactsheetLoan): Installment[] =>
  buildSchedule({
    principal: loan.total,
    annualRate: loan.interest,
    interestType: loan.interestType,
    tenor: loan.tenor,
    tenorPeriod: loan.tenorPeriod,
    startDate: loan.offerUntil,
  })

const estimateNote = {
  heading: 'Perkiraan jadwal angsuran',
  note:
    'Jumlah dalam rupiah, untuk seluruh pinjaman, seandainya pinjaman dicairkan pada hari terakhir masa ' +
    'pendanaan. Jadwal yang berlaku dihitung dari tanggal pencairan; angsuran pinjaman adalah jumlah angsuran menurut ' +
    'perjanjian para Pemberi Dana, yang karena pembulatan dapat berbeda beberapa rupiah dari perkiraan ini.',
}

const agreedNote = {
  heading: 'Jadwal angsuran',
  note:
    'Jumlah dalam rupiah, untuk seluruh pinjaman, sejak pencairan. Setiap angsuran adalah jumlah angsuran menurut ' +
    'perjanjian para Pemberi Dana.',
}
