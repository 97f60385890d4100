export {
  type StoredDifference,
  countOpenDifferences,
  listDifferences,
  resolveDifference,
} from './differences.ts'
export { type BankBalance, type StoredLine, listLines, newestBalances } from './lines.ts'
export { enterByLine } from './enter-by-line.ts'
export { creditFromStatement, matchToPayment } from './payment-line.ts'
export { type Reconciliation, reconcileDay, reconcileDueDays } from './reconcile.ts'
export { chargeWithdrawal, matchToWithdrawal, returnedByBank } from './return-by-bank.ts'
export { settleByLine } from './settle-by-line.ts'
