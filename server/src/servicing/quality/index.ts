/** How good loans are, worked out and never stored: days late, the qualities of both circulars, returns; and the changes of what is left. */
export {
  figuresOf,
  formatShare,
  type LoanOnDay,
  oneQualityFrom,
  qualities,
  type Quality,
  type QualityFigures,
  qualityOf,
  type Share,
  tkbOf,
  tkbs,
} from './buckets.ts'
export type { Paid } from './coverage.ts'
export { daysLate } from './days-late.ts'
export { type RestructuredLoan, type RestructureLoan, restructureLoan } from './restructure.ts'
export { type WriteOffLoan, writeOffLoan, type WrittenOffLoan } from './write-off.ts'
export { type CashFlow, xirr } from './xirr.ts'
