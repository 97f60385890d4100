import { CsvFileError } from './lines.ts'
import { type CsvRecord, type Delimiter, readRecords } from './records.ts'
import { optional, type ReadCell, type Reading, shown } from './values.ts'

/** One column of a file. `type`, `required` and `limit` are printed in the documentation of the file. */
export interface Column<T> {
  name: string
  type: 'reference' | 'text' | 'rupiah' | 'fraction' | 'word' | 'integer' | 'date' | 'time' | 'hash'
  required: boolean
  /** Whether the header may omit this column although the table requires all others. */
  mayLeaveOut?: true
  limit: string
  read: ReadCell<T>
}

/** A column whose cells are never empty. */
export const requiredColumn = <T>(
  name: string,
  type: Column<T>['type'],
  limit: string,
  read: ReadCell<T>,
): Column<T> => ({ name, type, required: true, limit, read })

/** A column whose empty cells are read as null. */
export const optionalColumn = <T>(
  name: string,
  type: Column<T>['type'],
  limit: string,
  read: ReadCell<T>,
): Column<T | null> => ({ name, type, required: false, limit, read: optional(read) })

/** An optional column that was added to a kind of file, so that the header may omit it. */
export const addedColumn = <T>(...column: Parameters<typeof optionalColumn<T>>): Column<T | null> => ({
  ...optionalColumn(...column),
  mayLeaveOut: true,
})

/** The columns by the field each fills, in the order in which the file is written and checked. */
export type Columns<Row> = { readonly [F in keyof Row]: Column<Row[F]> }

/** Why a line was refused, in Indonesian for the operator, and the invalid column if there is one. */
export interface LineRefusal {
  reason: string
  column?: string
}

/** A kind of file: the columns of its header, and the rules of its lines. */
export interface Table<Row> {
  /** The noun for one row in messages, in Indonesian. */
  kind: string
  columns: Columns<Row>
  /** Whether the header may omit optional columns; their cells are then read as empty. */
  mayLeaveOut: boolean
  /** Checks the cells of one line for consistency with each other. */
  checkRow?: (row: Row) => LineRefusal | null
}

/** A line of a file with its number: its row, or why it was refused. */
export type TableLine<Row> = { line: number; row: Row } | { line: number; refused: LineRefusal }

export interface TableOptions {
  /** Called with the bytes read so far, once for each chunk of the input. */
  onProgress?: (bytesRead: number) => void
}

/** The names of a table's columns, in the order of its file. */
export const columnNames = <Row>(table: Table<Row>): string[] => columnsOf(table).map(({ name }) => name)

export function columnsOf<Row>(table: Table<Row>): Column<unknown>[] {
  return Object.values(table.columns)
}

/**
 * Reads a file of one kind in bounded memory. An invalid line is returned with its reason, and reading continues. What
 * only the database knows, such as whether a number is taken, is not checked here.
 * @returns batches of at most 250 lines, in the order of the file; the line number is that of a record's first line
 * @throws CsvFileError when the file as a whole is wrong: empty, not UTF-8, another format, wrong columns
 */
export async function* readTable<Row>(
  input: AsyncIterable<Uint8Array | string>,
  table: Table<Row>,
  options: TableOptions = {},
): AsyncGenerator<TableLine<Row>[]> {
  const columns = columnsOf(table)
  let header: Header | undefined
  const records = readRecords(input, { chooseDelimiter, onProgress: options.onProgress })
  for await (const batch of records) {
    let from = 0
    if (header === undefined) {
      header = readHeader(batch[0], table.kind, columns, table.mayLeaveOut)
      from = 1
    }
    const known = header
    const lines = batch.slice(from).flatMap((record) => readRecord(record, known, table) ?? [])
    if (lines.length > 0) yield lines
  }
  if (header === undefined) {
    const names = columns.map(({ name }) => name).join(',')
    throw new CsvFileError(`Berkas ini kosong. Baris pertamanya harus menyebut kolom: ${names}`)
  }
}

/** Joins batches of lines until they have `size` lines, for work on many lines at once. */
export async function* joinBatches<Line>(
  batches: AsyncIterable<Line[]>,
  size: number,
): AsyncGenerator<Line[]> {
  let joined: Line[] = []
  for await (const batch of batches) {
    joined.push(...batch)
    if (joined.length < size) continue
    yield joined
    joined = []
  }
  if (joined.length > 0) yield joined
}

/**
 * Chooses the delimiter by the header. Excel writes ";" where the decimal sign is a comma, as in Indonesia; no column
 * name contains "," or ";".
 */
function chooseDelimiter(header: string): Delimiter {
  if (header.includes('\r')) {
    throw new CsvFileError(
      'Baris berakhir dengan carriage return saja: simpan berkas dengan akhir baris LF atau CRLF.',
    )
  }
  if (header.includes('\t') && !/[,;]/.test(header)) {
    throw new CsvFileError(
      'Kolom dipisahkan dengan tab: simpan berkas sebagai CSV, dipisahkan dengan koma atau titik koma.',
    )
  }
  return header.split(';').length > header.split(',').length ? ';' : ','
}

/** The number of cells per line, and for each column of the table its index in the file, or -1 if it is omitted. */
type Header = { width: number; places: number[] }

function readHeader(
  record: CsvRecord | undefined,
  kind: string,
  columns: readonly Column<unknown>[],
  mayLeaveOut: boolean,
): Header {
  if (record === undefined || 'fault' in record) {
    throw new CsvFileError(`Baris pertama tidak menyebut kolom: ${record?.fault ?? 'tidak ada'}.`)
  }
  const names = withoutEmptyEnd(record.cells.map((cell) => cell.trim()))
  const wanted = columns.map(({ name }) => name)
  const absent = columns.filter(({ name }) => !names.includes(name))
  const missing = absent
    .filter((column) => column.required || !(mayLeaveOut || column.mayLeaveOut))
    .map(({ name }) => name)
  const unknown = names.filter((name) => !wanted.includes(name))
  const twice = wanted.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  const faults = [
    absent.length === columns.length ? `Baris pertama tidak menyebut kolom berkas ${kind}` : '',
    missing.length > 0 ? `kolom yang tidak ada: ${missing.join(', ')}` : '',
    unknown.length > 0 ? `kolom yang tidak dikenal: ${unknown.slice(0, 20).map(shown).join(', ')}` : '',
    twice.length > 0 ? `kolom yang disebut dua kali: ${twice.join(', ')}` : '',
  ].filter((fault) => fault !== '')
  if (faults.length > 0) throw new CsvFileError(`Kolom salah. ${faults.join('; ')}.`)
  return { width: names.length, places: wanted.map((name) => names.indexOf(name)) }
}

/** The cells without the empty ones at their end, which a spreadsheet adds where a row once was longer. */
const withoutEmptyEnd = (cells: string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)

/** The line of a record; null for an empty row of a spreadsheet. */
function readRecord<Row>(
  record: CsvRecord,
  { width, places }: Header,
  table: Table<Row>,
): TableLine<Row> | null {
  if ('fault' in record) return { line: record.line, refused: { reason: record.fault } }
  const { line, cells } = record
  const { length } = withoutEmptyEnd(cells)
  if (length === 0) return null
  if (cells.length < width || length > width) {
    return { line, refused: { reason: `berisi ${cells.length} sel, baris pertama menyebut ${width} kolom` } }
  }
  return {
    line,
    ...readRow(
      table,
      places.map((place) => cells[place] ?? ''),
    ),
  }
}

/** Reads the cells of one line, in the order of the columns, and reports the first invalid one. */
function readRow<Row>(table: Table<Row>, cells: readonly string[]): { row: Row } | { refused: LineRefusal } {
  const values: Record<string, unknown> = {}
  let position = 0
  for (const field in table.columns) {
    const column: Column<unknown> = table.columns[field]
    const reading: Reading<unknown> = column.read(cells[position++] ?? '')
    if (!reading.ok) return { refused: { reason: `${column.name} ${reading.reason}`, column: column.name } }
    values[field] = reading.value
  }
  // The cast is safe: each value was read by the column of its field.
  const row = values as Row
  const refused = table.checkRow?.(row)
  return refused ? { refused } : { row }
}

/** A value to be written into a cell; null becomes an empty cell. */
type Cell = string | number | null

/** One row as a line of a file, with its line ending; `readTable` reads it back to the same row. */
export function formatRow<Row extends { [F in keyof Row]: Cell }>(
  table: Table<Row>,
  row: Row,
  delimiter: Delimiter = ',',
): string {
  const cells: string[] = []
  for (const field in table.columns) cells.push(formatCell(row[field]))
  return `${cells.join(delimiter)}\n`
}

export function formatHeader<Row>(table: Table<Row>, delimiter: Delimiter = ','): string {
  return `${columnsOf(table)
    .map(({ name }) => name)
    .join(delimiter)}\n`
}

/**
 * Formats one cell, quoted where RFC 4180 requires it. Texts that begin like a formula are not changed, because
 * programs read these files.
 */
function formatCell(value: Cell): string {
  const cell = value === null ? '' : String(value)
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
