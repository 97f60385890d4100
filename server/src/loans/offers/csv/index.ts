export { checkFacts, checkLoan, faultOfTenor, LOAN_COLUMNS, TERM_FIELDS } from './columns.ts'
export {
  type BorrowerKind,
  FACT_FIELDS,
  type InterestType,
  type LoanFacts,
  type LoanRow,
  NO_ACCOUNT,
  NO_CONSENT,
  NO_FACTS,
  type TenorPeriod,
} from './loan-row.ts'
export { type Sector, sectors } from './sectors.ts'
export { type LoanFileLine, readLoanFile } from './read.ts'
export { shiftLoanDates } from './shift.ts'
