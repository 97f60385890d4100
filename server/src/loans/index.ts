export {
  type InterestType,
  type LoanRow,
  readLoanFile,
  shiftLoanDates,
  type TenorPeriod,
} from './csv/index.ts'
export { checkLoanFile, importLoanFile } from './import-file.ts'
export { hashLoan, importLoans, type NumberedLoan, takeLoans } from './import-loans.ts'
export { publishLoans, withdrawLoan } from './publish-loans.ts'
export { interestTypeIds, interestTypeNames, tenorPeriodIds, tenorPeriodNames } from './words.ts'
