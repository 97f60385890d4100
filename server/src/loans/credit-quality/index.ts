export { closeDay } from './close-day.ts'
export { closeDays, closeDueDays } from './close-days.ts'
export { listClosedDays, listLateLoans } from './closed-days.ts'
export {
  type ClassifiedLoans,
  classifiedGiven,
  classify,
  lateLoansOn,
  loansAsKnown,
  loansOnDay,
  measureOf,
  qualityOn,
  classifiedValues,
} from './measure.ts'
export {
  borrowerQualityThreshold,
  figuresOf,
  formatShare,
  type LoanOnDay,
  qualities,
  type Quality,
  type QualityFigures,
  qualityOf,
  qualityRanges,
  tkbOf,
  tkbs,
} from './buckets.ts'
export type { Paid } from './coverage.ts'
export { daysLate } from './days-late.ts'
