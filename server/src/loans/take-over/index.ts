/** Take-over of loans that were funded in another system, singly or by file. */
export { importTakeOverFile, takeOverMany, type TakeOverReport } from './import-file.ts'
export { defaultTolerance, takeOverLoan, type TakeOverLoan, type TakenOverLoan } from './take-over.ts'
export type { TakenPart } from './store.ts'
export { type LoanTakenBack, takeBackLoan } from './take-back.ts'
export { importTakeBackFile, type TakeBackReport } from './take-back-file.ts'
