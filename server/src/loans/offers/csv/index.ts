export { checkLoan, faultOfTenor, LOAN_COLUMNS, TERM_FIELDS } from './columns.ts'
export {
  CONSENT_FIELDS,
  type InterestType,
  type LoanRow,
  NO_ACCOUNT,
  NO_CONSENT,
  type TenorPeriod,
} from './loan-row.ts'
export { type LoanFileLine, readLoanFile } from './read.ts'
export { shiftLoanDates } from './shift.ts'
