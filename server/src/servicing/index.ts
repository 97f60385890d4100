/** The door of servicing: what becomes of a loan once it is funded. */
export { type DisbursedLoan, type DisburseLoan, disburseLoan } from './disburse.ts'
export { disburseMany, recordRepayments } from './record-repayments.ts'
export type { Repayment } from './repay-decide.ts'
export { type RecordedRepayment, recordRepayment } from './repay.ts'
export { settleEarly, settlementPrice } from './settle-early.ts'
export { listInstallments } from './list-installments.ts'
