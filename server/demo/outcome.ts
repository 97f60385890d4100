import type { BusinessDate } from '@pematang/contract/format/business-date'

/**
 * The end of a loan. PAID: every installment was paid. SETTLED: paid off with the installment after `paid`.
 * CHARGED_OFF: the borrower stopped paying. RESTRUCTURED: they stopped paying, and both parties agreed on new terms.
 * WAITING: it is funded and not paid out.
 */
export const endings = ['PAID', 'SETTLED', 'CHARGED_OFF', 'RESTRUCTURED', 'WAITING'] as const
export type Ending = (typeof endings)[number]

/** The course of a loan after it was paid out, in whole rupiah. */
export type Outcome = {
  /** The day of the disbursement; for a waiting loan the day on which it was funded. */
  disbursedOn: BusinessDate
  ending: Ending
  /** The number of installments that were paid in full. */
  paid: number
  /** The part of the following installment that was paid before the borrower stopped. */
  partPaid: number
  /** By how many months the last payment was late. */
  monthsLate: number
  /** The late fee, paid with the last payment. */
  lateFee: number
  /** The amount recovered after the write-off, and the part of it that the collection cost. */
  recovered: number
  recoveryFee: number
}
