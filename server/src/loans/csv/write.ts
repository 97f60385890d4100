import { LOAN_COLUMNS, LOAN_FIELDS } from './columns.ts'
import type { LoanRow } from './loan-row.ts'
import type { Delimiter } from './records.ts'

/** The header line of a loan file, with its line end. */
export function formatLoanHeader(delimiter: Delimiter = ','): string {
  return `${LOAN_FIELDS.map((field) => LOAN_COLUMNS[field].name).join(delimiter)}\n`
}

/**
 * One loan as a line of a loan file, with its line end; readLoanFile reads it back to the same loan. Cells that begin
 * like a formula are left as they are: this is data for an import, not a report that a lender opens in a spreadsheet.
 */
export function formatLoanLine(loan: LoanRow, delimiter: Delimiter = ','): string {
  return `${LOAN_FIELDS.map((field) => quoteWhereNeeded(loan[field])).join(delimiter)}\n`
}

function quoteWhereNeeded(value: string | number | null): string {
  const cell = value === null ? '' : String(value)
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
