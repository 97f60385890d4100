export { takeOverMany } from './import-file.ts'
export { takeOverLoan } from './take-over.ts'
export type { TakenPart } from './store.ts'
export { takeBackLoan } from './take-back.ts'
