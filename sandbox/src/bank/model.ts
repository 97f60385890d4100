import type { Method } from './keys.ts'
import type { NoticeTrouble, TransferTrouble } from './troubles.ts'

/** One notice that went out, and what came back. */
export type Delivery = {
  /** ISO 8601. */
  at: string
  /** What was done on purpose with it, in the words of the page; empty for an ordinary one. */
  note: string
  /** Null where no answer came. */
  status: number | null
  code: string | null
  message: string
}

/** A customer's payment in to a virtual account. */
export type Payment = {
  /** paymentRequestId of its notices. */
  id: string
  bank: Method
  number: string
  /** Whole rupiah. */
  amount: number
  trouble: NoticeTrouble | null
  /** ISO 8601. */
  paidAt: string
  /** Until the app has answered for good. */
  open: boolean
  deliveries: Delivery[]
}

/** latestTransactionStatus: paid, under way, given back, failed, not known. */
export type Status = '00' | '03' | '04' | '06' | '07'

/** A transfer that the app has asked for. */
export type Transfer = {
  bank: Method
  service: '17' | '18'
  partnerReferenceNo: string
  /** The bank's own name of it. */
  referenceNo: string
  amount: number
  account: string
  /** Code and holder of the account at another bank. */
  bankCode: string | null
  holder: string | null
  transactionDate: string
  trouble: TransferTrouble | null
  takenAt: string
  /** What becomes of it: its status from each time on (milliseconds), the earliest first. */
  course: { at: number; status: Status }[]
}

/** What goes wrong at a bank until it is told otherwise. */
export type Switches = {
  notices: NoticeTrouble | 'offline' | null
  transfers: TransferTrouble | 'offline' | null
}

/** One line of the account of the app. */
export type StatementLine = {
  at: number
  type: 'CREDIT' | 'DEBIT'
  amount: number
  transactionId: string
  remark: string
  detailInfo: { partnerReferenceNo?: string; paymentRequestId?: string }
}

/** The status of a transfer at a time. */
export const statusAt = ({ course }: Transfer, at: number): Status =>
  course.findLast((turn) => turn.at <= at)?.status ?? '07'

/** When a transfer came to a status, or will; null where it never does. */
export const turnTo = ({ course }: Transfer, status: Status): number | null =>
  course.find((turn) => turn.status === status)?.at ?? null
