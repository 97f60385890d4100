export { followTransfer, orPostpone, referenceOf, retrySoon, TransferConflict } from './follow-transfer.ts'
export { checkBalance } from './bank-balance.ts'
export { watchBalances } from './watch-balances.ts'
export { returnIdleCash } from './idle-cash/return-idle-cash.ts'
export { type Ordered, orderWithdrawals } from './order-withdrawals.ts'
export { holdWithdrawal, requireRegistered, type Withdraw } from './withdraw.ts'
export { nameDocument, type SupportingDocument } from './supporting-document.ts'
export { returnUnpaid, settleOrdered, stopHeld } from './end-withdrawal.ts'
export { enterOrdered } from './enter-ordered.ts'
export { saidOfLine, takeBackSaid, type WithdrawalTakenBack } from './take-back.ts'
export {
  findCharge,
  findReturn,
  recordCharge,
  recordReturn,
  recordSettledBy,
  registeredAccount,
  type LockedWithdrawal,
  lockWithdrawal,
  type WithdrawalState,
} from './store.ts'
