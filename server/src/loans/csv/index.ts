export type { InterestType, LoanRow, TenorPeriod } from './loan-row.ts'
export { type LoanFileLine, readLoanFile } from './read.ts'
export { shiftLoanDates } from './shift.ts'
