import { CsvError, parse } from 'csv-parse/sync'
import { type Line, readLines } from './lines.ts'

/** Maximum bytes of one record. The largest loan that the column limits allow needs less than half of it. */
export const MAX_RECORD_BYTES = 32_768
/** Maximum records in one batch. By measurement, batches of 1,000 take 1.6 times the memory and are no faster. */
export const MAX_BATCH = 250
/** A batch also ends at this many characters, to limit the memory for long records. */
const MAX_BATCH_CHARACTERS = 65_536

export type Delimiter = ',' | ';'

/** One record with the number of its first line: its cells, or an error in its quotes. */
export type CsvRecord = { line: number; cells: string[] } | { line: number; fault: string }

type Framed = CsvRecord | { line: number; text: string }

export interface RecordOptions {
  /** Called with the first line that is not empty; may throw to refuse the file. */
  chooseDelimiter(firstLine: string): Delimiter
  onProgress?: ((bytesRead: number) => void) | undefined
}

/**
 * Reads CSV (RFC 4180, UTF-8) as batches of records in bounded memory. Empty lines are skipped. A record with wrong
 * quotes loses only its first line: reading continues at the next line, so that one stray quote cannot consume the
 * valid lines after it.
 * @throws CsvFileError when the bytes are another format or not UTF-8
 */
export async function* readRecords(
  input: AsyncIterable<Uint8Array | string>,
  options: RecordOptions,
): AsyncGenerator<CsvRecord[]> {
  let framer: RecordFramer | undefined
  let delimiter: Delimiter = ','
  let batch: Framed[] = []
  let characters = 0
  for await (const lines of readLines(input, MAX_RECORD_BYTES, options.onProgress)) {
    for (const line of lines) {
      if (framer === undefined) {
        if (line.text === '' && !line.tooLong) continue
        delimiter = options.chooseDelimiter(line.text)
        framer = new RecordFramer(delimiter)
      }
      for (const framed of framer.push(line)) {
        batch.push(framed)
        characters += 'text' in framed ? framed.text.length : 0
        if (batch.length < MAX_BATCH && characters < MAX_BATCH_CHARACTERS) continue
        yield cellsOf(batch, delimiter)
        batch = []
        characters = 0
      }
    }
  }
  batch.push(...(framer?.end() ?? []))
  for (let from = 0; from < batch.length; from += MAX_BATCH) {
    yield cellsOf(batch.slice(from, from + MAX_BATCH), delimiter)
  }
}

/**
 * Joins lines into records. A line with an odd number of quotes leaves a quote open, so the record continues until
 * another such line closes it.
 */
class RecordFramer {
  readonly #delimiter: Delimiter
  #open: Line[] = []
  #openBytes = 0

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter
  }

  push(line: Line): Framed[] {
    const framed: Framed[] = []
    this.#frame([line], framed)
    return framed
  }

  /** Splits the remaining lines into records at the end of the file, where an open quote can no longer be closed. */
  end(): Framed[] {
    const framed: Framed[] = []
    while (this.#open.length > 0) this.#giveUp(framed, UNCLOSED)
    return framed
  }

  #frame(lines: readonly Line[], framed: Framed[]): void {
    for (const line of lines) {
      if (this.#open.length > 0) this.#continue(line, framed)
      else if (line.tooLong) framed.push({ line: line.number, fault: TOO_LONG })
      else if (isOdd(line)) this.#hold(line)
      else if (line.text !== '') framed.push({ line: line.number, text: line.text })
    }
  }

  #continue(line: Line, framed: Framed[]): void {
    const first = this.#open[0] as Line
    this.#hold(line)
    if (line.tooLong || this.#openBytes > MAX_RECORD_BYTES) {
      this.#giveUp(framed, UNCLOSED)
    } else if (isOdd(line)) {
      const record = cellsOfOne(first.number, this.#open.map(({ text }) => text).join('\n'), this.#delimiter)
      if ('fault' in record) return this.#giveUp(framed, record.fault)
      this.#open = []
      this.#openBytes = 0
      framed.push(record)
    }
  }

  #hold(line: Line): void {
    this.#open.push(line)
    this.#openBytes += Buffer.byteLength(line.text) + 1
  }

  /**
   * Rejects the first line of the open record, and splits the others again. At most the last of these has an odd number
   * of quotes, so this terminates.
   */
  #giveUp(framed: Framed[], fault: string): void {
    const [first, ...others] = this.#open
    this.#open = []
    this.#openBytes = 0
    framed.push({ line: (first as Line).number, fault })
    this.#frame(others, framed)
  }
}

const TOO_LONG = `baris lebih panjang dari ${MAX_RECORD_BYTES} byte`
const UNCLOSED = `tanda kutip membuka sel dan tidak ditutup dalam ${MAX_RECORD_BYTES} byte atau sebelum berkas berakhir`

function isOdd(line: Line): boolean {
  let odd = false
  for (let at = line.text.indexOf('"'); at >= 0; at = line.text.indexOf('"', at + 1)) odd = !odd
  return odd
}

/** The cells of a batch: parsed at once, which takes a third of the time, or one by one where a record is faulty. */
function cellsOf(batch: readonly Framed[], delimiter: Delimiter): CsvRecord[] {
  const texts = batch.flatMap((framed) => ('text' in framed ? [framed.text] : []))
  const parsed = parseStrictly(texts.join('\n'), delimiter)
  if (!Array.isArray(parsed) || parsed.length !== texts.length)
    return batch.map((framed) =>
      'text' in framed ? cellsOfOne(framed.line, framed.text, delimiter) : framed,
    )
  const records = parsed.values()
  return batch.map((framed) =>
    'text' in framed ? { line: framed.line, cells: records.next().value ?? [] } : framed,
  )
}

function cellsOfOne(line: number, text: string, delimiter: Delimiter): CsvRecord {
  const parsed = parseStrictly(text, delimiter)
  if (!Array.isArray(parsed)) return { line, fault: parsed }
  const [cells, ...others] = parsed
  if (cells === undefined || others.length > 0)
    return { line, fault: 'tanda kutip pada baris tidak berpasangan' }
  return { line, cells }
}

/** The records of well-formed CSV, or a sentence about the error in its quotes. */
function parseStrictly(text: string, delimiter: Delimiter): string[][] | string {
  try {
    // The number of cells is compared with the header later, so that a short line is reported as refused instead of
    // throwing.
    return parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true, max_record_size: 0 })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return FAULTS[error.code] ?? `baris bukan CSV yang benar (${error.code})`
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE:
    'ada teks setelah tanda kutip penutup; di dalam sel berkutip, tanda kutip ditulis dua kali ("")',
  INVALID_OPENING_QUOTE: 'ada tanda kutip di dalam sel yang tidak berkutip; beri kutip pada seluruh sel',
}
