import type { Rupiah } from './arithmetic.ts'
import type { Moved } from './cash.ts'
import type { Day } from './days.ts'
import type { Part, Terms } from './schedule.ts'

// A loan in service, with what happened to it.

/** The part of one funding in a loan: its own schedule, and the amounts received of each installment. */
export type Share = {
  funding: string
  lender: string
  amount: Rupiah
  parts: Part[]
  got: { principal: Rupiah; interest: Rupiah }[]
}

export type Installment = {
  dueDate: Day
  principal: Rupiah
  interest: Rupiah
  principalPaid: Rupiah
  interestPaid: Rupiah
  penaltyPaid: Rupiah
  /** True when an early settlement or new terms have replaced this installment. */
  isReplaced: boolean
}

export type Parts = {
  principal: Rupiah
  interest: Rupiah
  penalty: Rupiah
  fee: Rupiah
  excess: Rupiah
  /** What the platform added to it to close an installment. */
  rounding: Rupiah
  tax: Rupiah
}

export type Payment = {
  reference: string
  paidOn: Day
  amount: Rupiah
  fee: Rupiah
  parts: Parts
  /** What each lender received, and the tax withheld from it. */
  received: Map<string, Moved>
  /** What was laid on each installment. */
  laid: readonly Laid[]
  /** True for an early settlement. A plain payment with the same reference and amount is a different payment. */
  isSettlement: boolean
}

export type Dated = Pick<Payment, 'reference' | 'paidOn'>
export type NewPayment = Dated & Pick<Payment, 'amount' | 'fee'>

/** What a payment pays of one installment. */
export type Laid = { principal: Rupiah; interest: Rupiah; penalty: Rupiah }

/**
 * The payments that count by their value dates, whatever the order of recording: those since the newest terms, early
 * settlement or write-off; nothing allocates the `first` payments before them anew. `shares` and `installments` are the
 * loan before them.
 */
export type Window = Pick<Servicing, 'shares' | 'installments'> & {
  first: number
  /** The day of the change before it, or null for a loan of which nothing was changed. */
  changedOn: Day | null
}

export type Servicing = {
  /** Of a loan that was taken over the day of its opening balance. */
  paidOutOn: Day
  isTakenOver: boolean
  /** The interest that was settled before it was taken over; 0 for other loans. */
  interestBefore: Rupiah
  penaltyLimit: Rupiah
  shares: Share[]
  installments: Installment[]
  /** Those before the window as they were recorded, then by value date and reference. */
  payments: Payment[]
  /** The last of all that were ever recorded, by value date and reference. */
  latest: Pick<Payment, 'paidOn' | 'reference'> | null
  window: Window
  /** Before a write-off: it is open again when that is taken back. */
  windowBeforeWriteOff: Window | null
  /** Those that were not reversed, the oldest first. */
  restructurings: Restructuring[]
  /** The first installment of the terms in force; those before it owe no penalty. */
  penaltyFrom: number
  /** True after an early settlement: no penalty is owed any more. */
  isSettled: boolean
}

/** New terms for what is left of a loan, agreed on by both parties on a day. */
export type NewTerms = { agreement: string; agreedOn: Day; terms: Terms; keepInterest: boolean }

/** What a restructuring did, with the names of the operator's answer; whole rupiah. */
export type RestructuringEnd = {
  principal: Rupiah
  interestKept: Rupiah
  interestWaived: Rupiah
  penaltyWaived: Rupiah
  installments: number
}

export type Restructuring = NewTerms & {
  end: RestructuringEnd
  paymentsBefore: number
  /** The state of the loan before it, for reversing it. */
  before: Pick<Servicing, 'shares' | 'installments' | 'penaltyLimit' | 'penaltyFrom' | 'window'>
}
