import { maxPayment } from '../../operator/files/index.ts'
import { loanNumberColumn, paymentReferenceColumn } from '../files/index.ts'
import { type Table, optionalColumn, requiredColumn } from '../../platform/csv/table.ts'
import { businessDate, rupiah, wholeNumber } from '../../platform/csv/values.ts'

/** A line of a repayment file: one payment, in whole rupiah. */
export type RepaymentRow = {
  loanNumber: string
  paidOn: string
  /** The whole payment in whole rupiah, including fee and penalty. */
  amount: number
  /** The bank's reference of the payment, recorded once for a loan; several loans of one transfer have it in common. */
  reference: string
  /** The part that is penalty; null if it is to be computed from the days late. */
  penalty: number | null
  fee: number | null
}

/** The format of the repayment file (docs/repayment-file.md). */
export const repaymentTable: Table<RepaymentRow> = {
  kind: 'Angsuran',
  mayLeaveOut: true,
  columns: {
    loanNumber: loanNumberColumn,
    paidOn: requiredColumn('paid_on', 'date', 'from the day the loan was paid out to today', businessDate),
    amount: requiredColumn('amount', 'rupiah', `1 to ${maxPayment}`, rupiah(maxPayment)),
    reference: paymentReferenceColumn,
    penalty: optionalColumn('penalty', 'rupiah', '0 to amount', wholeNumber(0, maxPayment)),
    fee: optionalColumn('fee', 'rupiah', '0 to amount', wholeNumber(0, maxPayment)),
  },
  checkRow: ({ amount, penalty, fee }) =>
    (penalty ?? 0) + (fee ?? 0) > amount
      ? { reason: `penalty dan fee melebihi amount ${amount}`, column: 'amount' }
      : null,
}
