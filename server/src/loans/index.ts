export { LoanFileError, type LoanRow, shiftLoanDates } from './csv/index.ts'
export { type ImportReport, importLoanFile } from './import-file.ts'
export { hashLoan, importLoans } from './import-loans.ts'
export { publishLoans, withdrawLoan } from './publish-loans.ts'
