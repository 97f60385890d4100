export { type BankCode, bankOf } from './banks.ts'
export { type CashReport, importCash } from './cash-file.ts'
export { takeBackBank, takeOverBank } from './open-bank.ts'
export { takeBackCash } from './take-back-cash.ts'
export { takeOverCash } from './take-over-cash.ts'
export { listConflicts, type PaymentConflict, resolveConflict } from './conflicts.ts'
export { creditConfirmed, type Intended, isIntended } from './credit-confirmed.ts'
export { creditOnce, creditTopUp } from './credit-top-up.ts'
export { type DepositBatcher, makeDepositBatcher } from './deposit-batcher.ts'
export { findOwners, claimExternalIds } from './payment-store.ts'
export { type ReversedTopUp, type ReverseTopUp, reverseTopUp } from './reverse-top-up.ts'
export {
  assignSuspense,
  listSuspense,
  suspenseTotal,
  returnSuspense,
  type SuspenseItem,
} from './suspense.ts'
export {
  findByReference,
  findNamed,
  insertNames,
  lockNames,
  nameKey,
  type PaymentNotice,
} from './payment-names.ts'
export { recordTopUp } from './record-top-up.ts'
export { type PaymentOutcome, recordPayment } from './record-payment.ts'
