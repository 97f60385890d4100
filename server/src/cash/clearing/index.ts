export { collectAllReceivables } from './collect-owed.ts'
export { type PayOut, payOutClearing, type PayoutFrom } from './pay-out.ts'
export { reversePayout } from './reverse-payout.ts'
