import type { RefusalCode } from '@pematang/contract/catalogue'
import { reasonOf } from '../../operator/files/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Difference } from './opening-schedule.ts'
import type { PartRow } from './table.ts'

/**
 * Refusal messages are Indonesian, for lenders; a file report is English, for the operator, so it has its own messages.
 */
const words: Partial<Record<RefusalCode, (refusal: Refusal, part?: PartRow) => string>> = {
  LOAN_NOT_FOUND: () => 'loan_number: there is no such loan',
  LOAN_NOT_DRAFT: () => 'loan_number: the loan is no draft any more, or belongs to a bulk product',
  LOAN_TAKEN_OVER: () => 'loan_number: the loan was taken over before with other parts',
  PHONE_UNREGISTERED: (_, part) => `lender_phone: no lender has the number ${part?.lenderPhone ?? ''}`,
  PARTS_NOT_TOTAL: ({ params }) =>
    `amount: the parts do not add up to the loan, ${params.amount ?? 0} rupiah`,
  CASH_TOO_LOW: ({ params }, part) =>
    `amount: lender ${part?.lenderPhone ?? ''} has ${params.amount ?? 0} rupiah of cash, too little for their parts`,
  AGREEMENT_REUSED: (_, part) =>
    `agreement_reference: ${part?.agreementReference ?? ''} is named for another part too`,
  OPENING_PRINCIPAL_ABOVE: ({ params }) =>
    `principal_left: what is left of the loan must be above 0 and at most ${params.amount ?? 0} rupiah`,
  OPENING_INTEREST_ABOVE: ({ params }) =>
    `interest_due: by the terms at most ${params.amount ?? 0} rupiah had fallen due on that day`,
  OPENING_PRINCIPAL_AHEAD: ({ params }) =>
    `principal_ahead: by the terms and principal_left ${params.amount ?? 0} rupiah were paid ahead`,
  OPENING_INTEREST_AHEAD: ({ params }) =>
    `interest_ahead: by the terms at most ${params.amount ?? 0} rupiah of the part could be paid ahead, and none while something that fell due is unpaid`,
  OPENING_RESIDUE: ({ params }) =>
    `principal_left: the loan has ended, and the ${params.amount ?? 0} rupiah left of it are a rounding difference; leave it out`,
  OPENING_LATENESS: () =>
    'days_late: nothing had fallen due unpaid by the terms, or the days reach back before disbursed_on',
  DATE_IN_FUTURE: (_, part) => {
    const dates = part?.asOf ? ` ${part.signedOn} or as_of ${part.asOf}` : ` ${part?.signedOn ?? ''}`
    return `signed_on:${dates} is after today`
  },
}

export const reasonFor = (error: unknown, part?: PartRow): string =>
  (error instanceof Refusal && words[error.code]?.(error, part)) || reasonOf(error)

const differences: Record<Difference['what'], (amount: number) => string> = {
  PRINCIPAL_ROUNDED: (amount) =>
    `principal_left: ${amount} rupiah are a rounding difference, asked with the last installment`,
  INTEREST_ROUNDED: (amount) =>
    `interest_due: ${amount} rupiah are a rounding difference, asked with the last installment`,
  DAYS_LATE_BY_TERMS: (days) => `days_late: the terms give ${days}; the loan is as late as the file says`,
  INTEREST_OF_AHEAD: (amount) =>
    `interest_ahead is empty: ${amount} rupiah of interest are asked for installments whose principal was paid ahead`,
}

/** A difference between an opening balance and the terms of its loan, in the operator's words. */
export const differenceIn = ({ what, amount }: Difference): string => differences[what](amount)
