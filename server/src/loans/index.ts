export {
  type InterestType,
  type LoanRow,
  shiftLoanDates,
  type TenorPeriod,
} from './csv/index.ts'
export { type ImportReport, importLoanFile } from './import-file.ts'
export { importLoans } from './import-loans.ts'
export { publishLoans, withdrawLoan } from './publish-loans.ts'
export { interestTypeIds, interestTypeNames, tenorPeriodIds, tenorPeriodNames } from './words.ts'
