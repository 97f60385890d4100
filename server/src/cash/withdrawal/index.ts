export {
  followTransfer,
  orPostpone,
  referenceOf,
  retrySoon,
  TransferConflict,
} from './follow-transfer.ts'
export { type BalanceCheck, checkBalance, shortBanks } from './bank-balance.ts'
export { watchBalances } from './watch-balances.ts'
export { everyIdleCash, type IdleCash, idleCashOf, type IdleLender } from './idle-cash/idle-cash.ts'
export { returnIdleCash } from './idle-cash/return-idle-cash.ts'
export { type Ordered, orderWithdrawals } from './order-withdrawals.ts'
export { holdWithdrawal } from './withdraw.ts'
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
  type LockedWithdrawal,
  lockWithdrawal,
  type WithdrawalState,
  withdrawalsUnderWay,
} from './store.ts'
