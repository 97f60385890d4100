/** Changes of the terms of a disbursed loan: early settlement, restructuring and write-off. */
export { importWriteOffs, type WriteOffReport, writeOffTable } from './import-file.ts'
export { lockLoanForQuote } from './lock-loan.ts'
export { balanceChanged, balanceChangedInTime, useUntil } from './passed-vote.ts'
export { type Kept, type Planned, planTerms, schedulesUnder, type Terms } from './plan.ts'
export { restructureLoan } from './restructure.ts'
export type { RestructuredLoan, RestructureLoan } from './restructure-store.ts'
export { quoteLoan, settleEarly } from './settle-early.ts'
export { isWithoutArrears, type WriteOffLoan, writeOffLoan, type WrittenOffLoan } from './write-off.ts'
