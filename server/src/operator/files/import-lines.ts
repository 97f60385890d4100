import type { RefusalCode } from '@pematang/contract/catalogue'
import { ColumnFault } from '../../platform/csv/column-fault.ts'
import { SeenLines } from '../../platform/csv/seen-lines.ts'
import { joinBatches, readTable, type Table } from '../../platform/csv/table.ts'
import { Refusal } from '../../platform/refusal.ts'

export type FileReport = {
  lines: number
  /** Lines that were recorded, or would be in a dry run. */
  taken: number
  /** Lines whose content was already recorded. */
  known: number
  refused: number
}

export type FileOptions = {
  onProgress?: (bytesRead: number) => void
  /** Called for each refused line as it is found, so that the refusals of a million lines are not kept in memory. */
  onRefused?: (refusal: { line: number; reason: string }) => void
  /** Whether to refuse unusual lines that are not confirmed. */
  asks?: boolean
  /** Whether to decide and report each line as in the import, and then roll it back. */
  dryRun?: boolean
}

/** The number of lines that fill some transactions, so that one is decided while another is written. */
export const linesAtOnce = 2_000

/** The outcome of a line: recorded, known before, or refused with an error or a reason in words. */
export type LineOutcome = 'taken' | 'known' | { error: unknown } | { refused: string }

/**
 * A value that may occur only once in a file: its column, the key, the content that belongs to it, and in `clash` the
 * message for a line with other content. An empty key stands for the whole file, which has one content.
 */
export type LineKey = {
  column: string
  key: string
  content: string
  clash: string
  /** Marks personal data, which the report must not repeat. */
  isPersonal?: true
}

/** Counts what became of the lines of a file, and reports each refused one. */
export class LineCount {
  readonly report: FileReport = { lines: 0, taken: 0, known: 0, refused: 0 }
  readonly #onRefused: FileOptions['onRefused']

  constructor({ onRefused }: Pick<FileOptions, 'onRefused'>) {
    this.#onRefused = onRefused
  }

  /** @throws the error of an outcome that is not a refusal */
  add(line: number, outcome: LineOutcome): void {
    if (outcome === 'taken' || outcome === 'known') {
      this.report[outcome] += 1
      return
    }
    const reason = 'refused' in outcome ? outcome.refused : reasonOf(outcome.error)
    this.report.refused += 1
    this.#onRefused?.({ line, reason })
  }
}

/**
 * Reads the lines of a file that have to be decided, some hundred or `atOnce` at a time. A line that is refused for its
 * content, that repeats an earlier one, or has the same key and other content is counted and left out.
 * @throws CsvFileError when the file as a whole is not such a file
 */
export async function* linesToDecide<Row>(
  input: AsyncIterable<Uint8Array | string>,
  table: Table<Row>,
  keysOf: (row: Row) => readonly LineKey[],
  count: LineCount,
  { atOnce = 1, ...options }: FileOptions & { atOnce?: number },
): AsyncGenerator<{ line: number; row: Row }[]> {
  const seen = new SeenLines()
  for await (const batch of joinBatches(readTable(input, table, options), atOnce)) {
    count.report.lines += batch.length
    const fresh: { line: number; row: Row }[] = []
    for (const item of batch) {
      if ('refused' in item) {
        count.add(item.line, { refused: item.refused.reason })
        continue
      }
      const before = lookUp(seen, keysOf(item.row), item.line)
      if (before === 'new') fresh.push(item)
      else count.add(item.line, before === 'same' ? 'known' : { refused: before.clash })
    }
    if (fresh.length > 0) yield fresh
  }
}

/**
 * Reads a file and decides its lines one after the other.
 * @param take decides a row; a refusal that it throws is the outcome of its line
 * @throws any error of `take` that is not a refusal, and when the database is too busy: the earlier lines are recorded,
 *   and the same file can be processed again.
 */
export async function importLines<Row>(
  input: AsyncIterable<Uint8Array | string>,
  table: Table<Row>,
  keysOf: (row: Row) => readonly LineKey[],
  take: (row: Row) => Promise<LineOutcome>,
  options: FileOptions = {},
): Promise<FileReport> {
  const count = new LineCount(options)
  for await (const lines of linesToDecide(input, table, keysOf, count, options)) {
    for (const { line, row } of lines) count.add(line, await take(row).catch((error: unknown) => ({ error })))
  }
  return count.report
}

/** Whether a line is new, repeats an earlier one, or contradicts it. */
function lookUp(seen: SeenLines, keys: readonly LineKey[], line: number): 'new' | 'same' | { clash: string } {
  const found = keys.map((one) => ({
    ...one,
    before: seen.see(`${one.column} ${one.key}`, one.content, line),
  }))
  const other = found.find(({ before }) => before === 'other')
  if (!other) return found.every(({ before }) => before === 'same') ? 'same' : 'new'
  const { column, key, isPersonal, clash } = other
  const earlier = seen.lineOf(`${column} ${key}`)
  return {
    clash: `${column}${isPersonal || key === '' ? '' : ` ${key}`} is named on line ${earlier} too, with ${clash}`,
  }
}

/**
 * Refusal messages are Indonesian, for lenders; a file report is English, for the operator, so it has its own messages.
 */
const words: Partial<Record<RefusalCode, (refusal: Refusal) => string>> = {
  LOAN_NOT_FOUND: () => 'there is no such loan',
  LOAN_NOT_FUNDED: () => 'the loan is not funded in full',
  LOAN_NOT_DISBURSED: () => 'the loan was not paid out',
  LOAN_DISBURSED: () => 'the loan was paid out before',
  LOAN_ORDERED: () => 'the bank has an order to pay the loan out, which has not ended',
  LOAN_ACCOUNT_MISSING: () => 'no bank account of the borrower is known for the loan',
  DISBURSEMENT_NEEDS_LINE: () =>
    'a loan is disbursed by the line of the bank’s statement (DISBURSEMENT_BY): “bank match LINE --to disbursement:NUMBER”',
  REFERENCE_REUSED: () => 'the reference was used for another payment',
  PAYMENT_NOT_FOUND: () => 'no payment with this reference was recorded',
  PAYMENT_REVERSED: () => 'the payment was recorded and taken back before',
  LOAN_CHANGED_SINCE: () => 'the loan has got new terms, was settled early or written off since',
  EXCESS_PAID_OUT: () => 'the excess of the payment was paid out to the borrower',
  DATE_IN_FUTURE: () => 'the date is in the future',
  DATE_BEFORE_FUNDING: () => 'the date is before the last funding of the loan',
  DATE_BEFORE_DISBURSEMENT: () => 'the date is before the loan was paid out',
  DATE_BEFORE_CHANGE: () =>
    'the date is before new terms, the early settlement or the write-off of the loan: take that back first',
  REPAYMENT_PARTS_TOO_LARGE: () => 'penalty and fee are more than the amount',
  PENALTY_NOT_DUE: () => 'nothing is late on that day, so no penalty is owed',
  PENALTY_ABOVE_LIMIT: ({ params }) => `penalty is above what may still be asked, ${params.amount ?? 0}`,
}

/** A line that is possible but unusual, and was not confirmed. The message is reported to the operator unchanged. */
export class Unconfirmed extends Error {}

/**
 * Formats why a line or a loan was refused, in English for the operator.
 * @throws the error itself when it is not a refusal
 */
export function reasonOf(error: unknown): string {
  if (error instanceof ColumnFault) return error.message
  if (error instanceof Unconfirmed) return `${error.message}: say --yes where it is meant`
  if (!(error instanceof Refusal) || error.code === 'OVERLOADED') throw error
  return words[error.code]?.(error) ?? `${error.code}: ${error.message}`
}
