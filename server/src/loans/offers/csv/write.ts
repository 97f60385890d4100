import type { Delimiter } from '../../../platform/csv/records.ts'
import { formatHeader, formatRow } from '../../../platform/csv/table.ts'
import type { LoanRow } from './loan-row.ts'
import { loanTable } from './read.ts'

export const formatLoanHeader = (delimiter?: Delimiter): string => formatHeader(loanTable, delimiter)

/**
 * One loan as a line of a loan file, with its line end; `readLoanFile` reads it back to the same loan. Cells that look
 * like a formula are not escaped: the file is data for an import, not a report for a spreadsheet.
 */
export const formatLoanLine = (loan: LoanRow, delimiter?: Delimiter): string =>
  formatRow(loanTable, loan, delimiter)
