export {
  followTransfer,
  orPostpone,
  referenceOf,
  retrySoon,
  TransferConflict,
} from './follow-transfer.ts'
export { bankQueue } from './queue.ts'
export { type BalanceCheck, checkBalance, shortBanks } from './bank-balance.ts'
export { watchBalances } from './watch-balances.ts'
export { everyIdleCash, type IdleLender } from './idle-cash/idle-cash.ts'
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
