export {
  type StoredDifference,
  countOpenDifferences,
  listDifferences,
  resolveDifference,
} from './differences.ts'
export { type BankBalance, type StoredLine, listLines, newestBalances } from './lines.ts'
export { disburseByLine } from './disburse-by-line.ts'
export { enterByLine } from './enter-by-line.ts'
export { assignLine, type LoanPart } from './borrower/assign.ts'
export { sendLineBack } from './borrower/send-back.ts'
export { waitingBorrowerPayments } from './borrower/store.ts'
export { suspendLine } from './borrower/suspend.ts'
export { creditFromStatement, matchToPayment } from './payment-line.ts'
export { type Reconciliation, reconcileDay, reconcileDueDays } from './reconcile.ts'
export { chargeWithdrawal, matchToWithdrawal, returnedByBank } from './return-by-bank.ts'
export { proposalsFor } from './proposals.ts'
export { type TakenBack, takeLineBack } from './take-line-back.ts'
export { matchToTransfer } from './transfer-line.ts'
export { settleByLine } from './settle-by-line.ts'
