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
export { finishCorrection } from './finish-correction.ts'
export { type Holders, holdersOf } from './holders.ts'
export { importRepayments } from './import-file.ts'
export { type OwingInstallment, type UnpaidInstallment, unpaidOf } from './installments.ts'
export { listInstallments } from './list-installments.ts'
export { type LockedLoans, lockLoans } from './lock-loans.ts'
export { negatePayments, reverseNegated, setStatusFromTerms } from './negate.ts'
export { reallocate } from './reallocate.ts'
export { recordRepayments } from './record-repayments.ts'
export { type RecordedRepayment, recordRepayment, recordRepaymentsInOne, repaymentEffect } from './repay.ts'
export { lastDaysOf } from './standing.ts'
export { findPayments, type PaymentRow } from './store.ts'
export { writePayments } from './write.ts'
