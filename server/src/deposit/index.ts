export { type BankCode, bankOf } from './banks.ts'
export { type DepositLane, makeDepositLane } from './lane.ts'
export { takeExternalIds } from './payment-store.ts'
export {
  assignSuspense,
  listConflicts,
  listSuspense,
  type PaymentConflict,
  type SuspenseItem,
} from './suspense.ts'
export { type PaymentEnd, type PaymentNotice, takePayment } from './take-payment.ts'
