import type { Readable } from 'node:stream'
import { type LineRefusal, readTable, type Table, type TableOptions } from '../../../platform/csv/table.ts'
import { checkLoan, LOAN_COLUMNS } from './columns.ts'
import type { LoanRow } from './loan-row.ts'

/** A line of the loan file with its number: the loan in it, or why it was refused. */
export type LoanFileLine = { line: number; loan: LoanRow } | { line: number; refused: LineRefusal }

/** The format of the loan file (docs/loan-file.md). Its first line names every column. */
export const loanTable: Table<LoanRow> = {
  kind: 'pinjaman',
  columns: LOAN_COLUMNS,
  mayLeaveOut: false,
  checkRow: checkLoan,
}

/**
 * Reads a loan file (docs/loan-file.md) of any length in bounded memory. An invalid line is returned with its reason,
 * and the valid ones continue. The database checks that loan numbers are unique.
 * @returns batches of at most 250 lines, in the order of the file; the line number is that of a record's first line
 * @throws CsvFileError when the file as a whole is wrong: empty, not UTF-8, another format, wrong columns
 */
export async function* readLoanFile(
  input: Readable | AsyncIterable<Uint8Array>,
  options: TableOptions = {},
): AsyncGenerator<LoanFileLine[]> {
  for await (const batch of readTable(input, loanTable, options)) {
    yield batch.map((item) => ('row' in item ? { line: item.line, loan: item.row } : item))
  }
}
