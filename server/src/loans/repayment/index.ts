/**
 * Public interface of repayments: their allocation, the lenders' shares of them, and the installments that they pay.
 */
export { balanceOn } from './balance.ts'
export {
  allocatePayment,
  type LoanBalance,
  ofLoan,
  priorRecordOf,
  refusePayment,
  refusePenalty,
  type Repayment,
} from './decide.ts'
export { importRepayments, type RepaymentReport } from './import-file.ts'
export { type OwingInstallment, type UnpaidInstallment, unpaidOf } from './installments.ts'
export { listInstallments } from './list-installments.ts'
export { type LockedLoans, lockLoans } from './lock-loans.ts'
export { recordRepayments } from './record-repayments.ts'
export {
  recordIndependentRepayments,
  type RecordedRepayment,
  recordRepayment,
  recordRepaymentsInOne,
  repaymentEffect,
} from './repay.ts'
export { taxMonthsOf } from './tax-months.ts'
export { findPayments, type PaymentRow } from './store.ts'
export { writePayments } from './write.ts'
