export {
  type InterestType,
  type LoanRow,
  readLoanFile,
  shiftLoanDates,
  type TenorPeriod,
} from './csv/index.ts'
export { checkLoanFile, importLoanFile, type ImportReport } from './import-file.ts'
export { hashLoan, importLoans, type NumberedLoan, takeLoans } from './import-loans.ts'
export { type NotOffered, publishLoans } from './publish-loans.ts'
export { withdrawLoan } from './withdraw-loan.ts'
export { interestTypeIds, interestTypeNames, tenorPeriodIds, tenorPeriodNames } from './words.ts'
