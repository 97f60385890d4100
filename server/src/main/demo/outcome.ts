import type { BusinessDate } from '../../servicing/schedule/index.ts'

/**
 * What became of a loan in the end. PAID: every installment was paid. SETTLED: paid off with the installment after
 * `paid`. CHARGED_OFF: the borrower stopped. RESTRUCTURED: he stopped, and both parties agreed on new terms. WAITING: it is
 * funded and not paid out.
 */
export const endings = ['PAID', 'SETTLED', 'CHARGED_OFF', 'RESTRUCTURED', 'WAITING'] as const
export type Ending = (typeof endings)[number]

/** The whole life of a loan after it was paid out, in whole rupiah. */
export type Outcome = {
  /** The day it was paid out; for one that waits, the day it was funded. */
  disbursedOn: BusinessDate
  ending: Ending
  /** How many installments were paid in full. */
  paid: number
  /** What was paid of the one after them, where the borrower stopped then. */
  partPaid: number
  /** How many months the last payment came after its due date. */
  monthsLate: number
  /** Paid with the last payment. */
  lateFee: number
  /** What came in after the write-off, and what of it the collection took. */
  recovered: number
  recoveryFee: number
}
