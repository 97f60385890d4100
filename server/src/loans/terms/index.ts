/** Changes of the terms of a disbursed loan: early settlement, restructuring and write-off. */
export { lockLoanForQuote } from './lock-loan.ts'
export { balanceChanged, balanceChangedInTime, useUntil } from './passed-vote.ts'
export { type Kept, type Planned, planTerms, schedulesUnder, type Terms } from './plan.ts'
export { restructureLoan } from './restructure.ts'
export type { RestructureLoan } from './restructure-store.ts'
export { quoteLoan, settleEarly } from './settle-early.ts'
export { type WriteOffLoan, writeOffLoan } from './write-off.ts'
