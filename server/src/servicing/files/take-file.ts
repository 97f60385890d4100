import type { RefusalCode } from '@pematang/contract/refusals'
import { SeenLines } from '../../platform/csv/seen-lines.ts'
import { readTable, type Table } from '../../platform/csv/table.ts'
import { Refusal } from '../../platform/refusal.ts'

export type FileReport = {
  lines: number
  /** Lines that were taken now, or would be. */
  taken: number
  /** Lines that say again what was taken before. */
  known: number
  refused: number
}

export type FileOptions = {
  onProgress?: (bytesRead: number) => void
  /** Told of each refused line as it is found; a report of a million lines is never kept in memory. */
  onRefused?: (refusal: { line: number; reason: string }) => void
}

/** What became of a line: taken, known before, or why not. */
export type LineOutcome = 'taken' | 'known' | { error: unknown }

/**
 * Streams a file through `take`, some hundred lines at a time, and counts what became of them. A line is refused for
 * what it says, for what `take` says of it, or because the file said something else under its key before.
 * @param keyOf what may be named once, and what is said of it
 * @throws what `take` tells of a line that is no refusal, and where the database is too busy: the lines before are
 *   taken, and the same file can be given again.
 */
export async function takeFile<Row>(
  input: AsyncIterable<Uint8Array | string>,
  table: Table<Row>,
  keyOf: (row: Row) => { key: string; content: string; clash: string },
  take: (rows: readonly Row[]) => Promise<LineOutcome[]>,
  options: FileOptions = {},
): Promise<FileReport> {
  const report: FileReport = { lines: 0, taken: 0, known: 0, refused: 0 }
  const seen = new SeenLines()
  const refuse = (line: number, reason: string) => {
    report.refused += 1
    options.onRefused?.({ line, reason })
  }
  for await (const batch of readTable(input, table, options)) {
    report.lines += batch.length
    const fresh: { line: number; row: Row }[] = []
    for (const item of batch) {
      if ('refused' in item) {
        refuse(item.line, item.refused.reason)
        continue
      }
      const { key, content, clash } = keyOf(item.row)
      const before = seen.see(key, content)
      if (before === 'new') fresh.push(item)
      else if (before === 'same') report.known += 1
      else refuse(item.line, clash)
    }
    const outcomes = fresh.length > 0 ? await take(fresh.map(({ row }) => row)) : []
    fresh.forEach(({ line }, place) => {
      const outcome = outcomes[place]
      if (outcome === 'taken' || outcome === 'known') report[outcome] += 1
      else refuse(line, reasonOf(outcome?.error))
    })
  }
  return report
}

/** The sentences of the catalogue are for lenders and Indonesian; a file's report is English and for the operator. */
const words: Partial<Record<RefusalCode, (refusal: Refusal) => string>> = {
  LOAN_NOT_FOUND: () => 'there is no such loan',
  LOAN_NOT_FUNDED: () => 'the loan is not funded in full',
  LOAN_NOT_DISBURSED: () => 'the loan was not paid out',
  LOAN_DISBURSED: () => 'the loan was paid out before',
  REFERENCE_REUSED: () => 'the reference was used for another payment',
  DATE_IN_FUTURE: () => 'the date is in the future',
  DATE_BEFORE_DISBURSEMENT: () => 'the date is before the loan was paid out',
  REPAYMENT_PARTS_TOO_LARGE: () => 'penalty and fee are more than the amount',
  PENALTY_ABOVE_LIMIT: ({ params }) => `penalty is above what may still be asked, ${params.amount ?? 0}`,
}

/** Why a line or a loan was refused, for the operator. @throws what is no refusal. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal) || error.code === 'OVERLOADED') throw error
  return words[error.code]?.(error) ?? `${error.code}: ${error.message}`
}
