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
    clash: `${column}${isPersonal || key === '' ? '' : ` ${key}`} juga disebut di baris ${earlier}, dengan ${clash}`,
  }
}

/**
 * The messages of refusals speak to lenders; a file report is for the operator, so it has its own.
 */
const words: Partial<Record<RefusalCode, (refusal: Refusal) => string>> = {
  LOAN_NOT_FOUND: () => 'pinjaman ini tidak ada',
  LOAN_NOT_FUNDED: () => 'pinjaman belum didanai penuh',
  LOAN_NOT_DISBURSED: () => 'pinjaman belum dicairkan',
  LOAN_DISBURSED: () => 'pinjaman sudah dicairkan sebelumnya',
  LOAN_ORDERED: () => 'bank masih memegang perintah pencairan pinjaman ini',
  LOAN_ACCOUNT_MISSING: () => 'rekening bank Penerima Dana untuk pinjaman ini belum dicatat',
  DISBURSEMENT_NEEDS_LINE: () =>
    'pinjaman dicairkan oleh baris mutasi bank (DISBURSEMENT_BY): “bank match LINE --to disbursement:NUMBER”',
  REFERENCE_REUSED: () => 'referensi ini sudah dipakai untuk pembayaran lain',
  PAYMENT_NOT_FOUND: () => 'tidak ada pembayaran dengan referensi ini',
  PAYMENT_REVERSED: () => 'pembayaran sudah dicatat dan dibatalkan sebelumnya',
  LOAN_CHANGED_SINCE: () =>
    'pinjaman sejak itu mendapat ketentuan baru, dilunasi dipercepat, atau dihapusbukukan',
  EXCESS_PAID_OUT: () => 'kelebihan pembayaran sudah dibayarkan kepada Penerima Dana',
  DATE_IN_FUTURE: () => 'tanggalnya di masa depan',
  DATE_BEFORE_FUNDING: () => 'tanggalnya sebelum pendanaan terakhir pinjaman',
  DATE_BEFORE_DISBURSEMENT: () => 'tanggalnya sebelum pinjaman dicairkan',
  DATE_BEFORE_CHANGE: () =>
    'tanggalnya sebelum ketentuan baru, pelunasan dipercepat, atau hapus buku pinjaman: batalkan itu dahulu',
  REPAYMENT_PARTS_TOO_LARGE: () => 'denda dan biaya melebihi jumlahnya',
  PENALTY_NOT_DUE: () => 'tidak ada yang terlambat pada hari itu, jadi tidak ada denda',
  PENALTY_ABOVE_LIMIT: ({ params }) => `denda melebihi yang masih boleh ditagih, ${params.amount ?? 0}`,
}

/** A line that is possible but unusual, and was not confirmed. The message is reported to the operator unchanged. */
export class Unconfirmed extends Error {}

/**
 * Formats why a line or a loan was refused, in Indonesian for the operator.
 * @throws the error itself when it is not a refusal
 */
export function reasonOf(error: unknown): string {
  if (error instanceof ColumnFault) return error.message
  if (error instanceof Unconfirmed) return `${error.message}: sebutkan --yes bila memang demikian`
  if (!(error instanceof Refusal) || error.code === 'OVERLOADED') throw error
  return words[error.code]?.(error) ?? `${error.code}: ${error.message}`
}
