import type { Method } from './keys.ts'
import type { NoticeFault, TransferFault } from './faults.ts'

/** One notice that was sent, and its answer. */
export type Delivery = {
  /** ISO 8601. */
  at: string
  /** The fault that was injected, as the page shows it; empty for an ordinary notice. */
  note: string
  /** Null where no answer came. */
  status: number | null
  code: string | null
  message: string
}

export type Payment = {
  /** The paymentRequestId in the notices of this payment. */
  id: string
  bank: Method
  number: string
  /** Whole rupiah. */
  amount: number
  fault: NoticeFault | null
  /** ISO 8601. */
  paidAt: string
  /** Whether the payment still needs notices; false once the app has given a final answer. */
  open: boolean
  deliveries: Delivery[]
}

/** latestTransactionStatus: paid, pending, returned, failed, unknown. */
export type Status = '00' | '03' | '04' | '06' | '07'

/** A transfer that the app has ordered. */
export type Transfer = {
  bank: Method
  service: '17' | '18'
  partnerReferenceNo: string
  /** The bank's own reference. */
  referenceNo: string
  amount: number
  account: string
  /** Code of the other bank and holder of the account there; null for a transfer within this bank. */
  bankCode: string | null
  holder: string | null
  transactionDate: string
  fault: TransferFault | null
  takenAt: string
  /** The status changes of the transfer with their times (epoch milliseconds), oldest first. */
  course: { at: number; status: Status }[]
}

/** A transfer of the account that neither the app ordered nor a customer paid to a virtual account. */
export type OtherTransfer = {
  id: string
  bank: Method
  /** The bank's reference, which several transfers may share. */
  reference: string
  /** Whole rupiah, below zero where it went out. */
  amount: number
  /** ISO 8601. */
  at: string
}

/** Faults that a tester has switched on for a bank; they apply until switched off. */
export type Switches = {
  notices: NoticeFault | 'offline' | null
  transfers: TransferFault | 'offline' | null
}

/** One line of the bank statement of the app's account. */
export type StatementLine = {
  at: number
  type: 'CREDIT' | 'DEBIT'
  amount: number
  transactionId: string
  remark: string
  detailInfo: { partnerReferenceNo?: string; paymentRequestId?: string; virtualAccountNo?: string }
}

export const statusAt = ({ course }: Transfer, at: number): Status =>
  course.findLast((turn) => turn.at <= at)?.status ?? '07'

/** The times at which a transfer reaches a status: several times `paid` when the fault is a double payment. */
export const turnsTo = ({ course }: Transfer, status: Status): number[] =>
  course.filter((turn) => turn.status === status).map(({ at }) => at)
