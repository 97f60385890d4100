import type { RefusalCode } from '@pematang/contract/catalogue'
import { reasonOf } from '../../operator/files/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Difference } from './opening-schedule.ts'
import type { PartRow } from './table.ts'

/**
 * The messages of refusals speak to lenders; a file report is for the operator, so it has its own.
 */
const words: Partial<Record<RefusalCode, (refusal: Refusal, part?: PartRow) => string>> = {
  LOAN_NOT_FOUND: () => 'loan_number: pinjaman ini tidak ada',
  LOAN_NOT_DRAFT: () => 'loan_number: pinjaman ini bukan draf lagi, atau bagian dari sebuah product',
  LOAN_TAKEN_OVER: () => 'loan_number: pinjaman ini sudah diambil alih dengan bagian lain',
  PHONE_UNREGISTERED: (_, part) =>
    `lender_phone: tidak ada Pemberi Dana dengan nomor ${part?.lenderPhone ?? ''}`,
  PARTS_NOT_TOTAL: ({ params }) =>
    `amount: jumlah bagiannya bukan jumlah pinjaman, ${params.amount ?? 0} rupiah`,
  CASH_TOO_LOW: ({ params }, part) =>
    `amount: Pemberi Dana ${part?.lenderPhone ?? ''} memiliki dana ${params.amount ?? 0} rupiah, kurang untuk bagiannya`,
  AGREEMENT_REUSED: (_, part) =>
    `agreement_reference: ${part?.agreementReference ?? ''} juga disebut bagi bagian lain`,
  OPENING_PRINCIPAL_ABOVE: ({ params }) =>
    `principal_left: sisa pinjaman harus di atas 0 dan paling banyak ${params.amount ?? 0} rupiah`,
  OPENING_INTEREST_ABOVE: ({ params }) =>
    `interest_due: menurut ketentuan paling banyak ${params.amount ?? 0} rupiah sudah jatuh tempo pada hari itu`,
  OPENING_PRINCIPAL_AHEAD: ({ params }) =>
    `principal_ahead: menurut ketentuan dan principal_left, ${params.amount ?? 0} rupiah dibayar di muka`,
  OPENING_INTEREST_AHEAD: ({ params }) =>
    `interest_ahead: menurut ketentuan paling banyak ${params.amount ?? 0} rupiah bagian ini dapat dibayar di muka, dan tidak ada selama yang jatuh tempo belum dibayar`,
  OPENING_RESIDUE: ({ params }) =>
    `principal_left: pinjaman sudah berakhir, dan sisa ${params.amount ?? 0} rupiah adalah selisih pembulatan; kosongkan`,
  OPENING_LATENESS: () =>
    'days_late: menurut ketentuan tidak ada yang jatuh tempo dan belum dibayar, atau harinya sebelum disbursed_on',
  DATE_IN_FUTURE: (_, part) => {
    const dates = part?.asOf ? ` ${part.signedOn} atau as_of ${part.asOf}` : ` ${part?.signedOn ?? ''}`
    return `signed_on:${dates} sesudah hari ini`
  },
}

export const reasonFor = (error: unknown, part?: PartRow): string =>
  (error instanceof Refusal && words[error.code]?.(error, part)) || reasonOf(error)

const differences: Record<Difference['what'], (amount: number) => string> = {
  PRINCIPAL_ROUNDED: (amount) =>
    `principal_left: ${amount} rupiah adalah selisih pembulatan, ditagih bersama Angsuran terakhir`,
  INTEREST_ROUNDED: (amount) =>
    `interest_due: ${amount} rupiah adalah selisih pembulatan, ditagih bersama Angsuran terakhir`,
  DAYS_LATE_BY_TERMS: (days) =>
    `days_late: menurut ketentuan ${days}; pinjaman terlambat seperti dalam berkas`,
  INTEREST_OF_AHEAD: (amount) =>
    `interest_ahead kosong: ${amount} rupiah bunga ditagih bagi Angsuran yang pokoknya dibayar di muka`,
}

/** A difference between an opening balance and the terms of its loan, in the operator's words. */
export const differenceIn = ({ what, amount }: Difference): string => differences[what](amount)
