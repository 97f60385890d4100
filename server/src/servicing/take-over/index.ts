/** Loans that were funded before this system, and what is said of them in files. */
export { takeOverFile, takeOverMany, checkTakeOverFile, type TakeOverReport } from './take-file.ts'
export { takeOverLoan, type TakeOverLoan, type TakenOverLoan, type TakenPart } from './take-over.ts'
