export { type BankCode, bankOf, banks } from './banks.ts'
export { creditTopUp, TopUpConflict } from './credit-top-up.ts'
export { type DepositLane, makeDepositLane } from './lane.ts'
export { takeExternalIds } from './payment-store.ts'
export {
  assignSuspense,
  listConflicts,
  listSuspense,
  type PaymentConflict,
  SuspenseFault,
  type SuspenseItem,
} from './suspense.ts'
export { type PaymentEnd, type PaymentNotice, takePayment } from './take-payment.ts'
