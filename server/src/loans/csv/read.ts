import type { Readable } from 'node:stream'
import { checkLoan, LOAN_COLUMNS, LOAN_FIELDS, type Refusal } from './columns.ts'
import { LoanFileError } from './lines.ts'
import type { LoanRow } from './loan-row.ts'
import { type CsvRecord, type Delimiter, readRecords } from './records.ts'
import { shown } from './values.ts'

/** A line of the loan file with its number: the loan it holds, or why it was refused. */
export type LoanFileLine = { line: number; loan: LoanRow } | { line: number; refused: Refusal }

export interface LoanFileOptions {
  /** Told the bytes read so far, once for each chunk of the input. */
  onProgress?: (bytesRead: number) => void
}

const COLUMN_NAMES: readonly string[] = LOAN_FIELDS.map((field) => LOAN_COLUMNS[field].name)

/**
 * Reads a loan file (docs/loan-file.md) in bounded memory, however long it is. A bad line is handed over with its
 * reason and the good lines go on. That loan numbers are unique is left to the database, which alone can know.
 *
 * @returns batches of at most 250 lines, in the order of the file; the line number is that of a record's first line
 * @throws LoanFileError when the file as a whole is wrong: empty, not UTF-8, another format, wrong columns
 */
export async function* readLoanFile(
  input: Readable | AsyncIterable<Uint8Array>,
  options: LoanFileOptions = {},
): AsyncGenerator<LoanFileLine[]> {
  let order: number[] | undefined
  const records = readRecords(input, { chooseDelimiter, onProgress: options.onProgress })
  for await (const batch of records) {
    let from = 0
    if (order === undefined) {
      order = columnOrder(batch[0])
      from = 1
    }
    const positions = order
    const lines = batch.slice(from).map((record) => checkRecord(record, positions))
    if (lines.length > 0) yield lines
  }
  if (order === undefined) {
    throw new LoanFileError(
      `The file is empty. Its first line must name the columns: ${COLUMN_NAMES.join(',')}`,
    )
  }
}

/** Excel writes ";" where the decimal sign is a comma, as in Indonesia; no column name holds either sign. */
function chooseDelimiter(header: string): Delimiter {
  if (header.includes('\r')) {
    throw new LoanFileError(
      'The lines end with a bare carriage return: save the file with LF or CRLF line ends.',
    )
  }
  return header.split(';').length > header.split(',').length ? ';' : ','
}

/** For each column of a loan, its position in the file. */
function columnOrder(header: CsvRecord | undefined): number[] {
  if (header === undefined || 'fault' in header) {
    throw new LoanFileError(`The first line does not name the columns: ${header?.fault ?? 'it is missing'}.`)
  }
  const names = header.cells.map((cell) => cell.trim())
  const missing = COLUMN_NAMES.filter((name) => !names.includes(name))
  const unknown = names.filter((name) => !COLUMN_NAMES.includes(name))
  const twice = COLUMN_NAMES.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  const faults = [
    missing.length === COLUMN_NAMES.length ? 'The first line does not name the columns of a loan file' : '',
    missing.length > 0 ? `missing columns: ${missing.join(', ')}` : '',
    unknown.length > 0 ? `unknown columns: ${unknown.slice(0, 20).map(shown).join(', ')}` : '',
    twice.length > 0 ? `columns named twice: ${twice.join(', ')}` : '',
  ].filter((fault) => fault !== '')
  if (faults.length > 0) throw new LoanFileError(`Wrong columns. ${faults.join('; ')}.`)
  return COLUMN_NAMES.map((name) => names.indexOf(name))
}

function checkRecord(record: CsvRecord, order: readonly number[]): LoanFileLine {
  if ('fault' in record) return { line: record.line, refused: { reason: record.fault } }
  const { line, cells } = record
  if (cells.length !== order.length) {
    return {
      line,
      refused: { reason: `has ${cells.length} cells, the header names ${order.length} columns` },
    }
  }
  return { line, ...checkLoan(order.map((position) => cells[position] ?? '')) }
}
