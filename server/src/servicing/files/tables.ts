import type { Column, Table } from '../../platform/csv/table.ts'
import { businessDate, optional, reference, rupiah, text, wholeNumber } from '../../platform/csv/values.ts'

/** No payment is a trillion rupiah: the highest loan that POJK 40/2024 allows is Rp5 billion. */
export const mostPaid = 999_999_999_999

/** By which number a file names a loan. */
export const loanNumberColumn: Column<string> = {
  name: 'loan_number',
  type: 'reference',
  required: true,
  limit: '1 to 40 characters of A-Z, 0-9, / and -',
  read: reference(40),
}

/** One payment as an operator's file tells it, in whole rupiah. */
export type RepaymentRow = {
  loanNumber: string
  /** The value date. */
  paidOn: string
  /** All that came in, fee and penalty included. */
  amount: number
  /** The bank's own name of the payment; it is taken once. */
  reference: string
  /** Null where it is to be worked out from the days late. */
  penalty: number | null
  fee: number | null
}

/** The repayment file (docs/repayment-file.md). */
export const repaymentTable: Table<RepaymentRow> = {
  kind: 'repayment',
  mayLeaveOut: true,
  columns: {
    loanNumber: loanNumberColumn,
    paidOn: {
      name: 'paid_on',
      type: 'date',
      required: true,
      limit: 'from the day the loan was paid out to today',
      read: businessDate,
    },
    amount: {
      name: 'amount',
      type: 'rupiah',
      required: true,
      limit: `1 to ${mostPaid}`,
      read: rupiah(mostPaid),
    },
    reference: {
      name: 'reference',
      type: 'text',
      required: true,
      limit: 'at most 100 characters',
      read: text(100),
    },
    penalty: {
      name: 'penalty',
      type: 'rupiah',
      required: false,
      limit: '0 to amount',
      read: optional(wholeNumber(0, mostPaid)),
    },
    fee: {
      name: 'fee',
      type: 'rupiah',
      required: false,
      limit: '0 to amount',
      read: optional(wholeNumber(0, mostPaid)),
    },
  },
  checkRow: ({ amount, penalty, fee }) =>
    (penalty ?? 0) + (fee ?? 0) > amount
      ? { reason: `penalty and fee are more than amount ${amount}`, column: 'amount' }
      : null,
}

/** One loan that is to be paid out. */
export type DisbursementRow = {
  loanNumber: string
  /** Null where it is today. */
  disbursedOn: string | null
}

/** The disbursement file (docs/disbursement-file.md). */
export const disbursementTable: Table<DisbursementRow> = {
  kind: 'disbursement',
  mayLeaveOut: true,
  columns: {
    loanNumber: loanNumberColumn,
    disbursedOn: {
      name: 'disbursed_on',
      type: 'date',
      required: false,
      limit: 'today or before',
      read: optional(businessDate),
    },
  },
}
