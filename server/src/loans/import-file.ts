import type { Readable } from 'node:stream'
import type { Context } from '../context.ts'
import { SeenLines } from '../platform/csv/seen-lines.ts'
import { perform } from '../platform/mutation.ts'
import { type LoanRow, readLoanFile } from './csv/index.ts'
import { contradicts, hashLoan, importLoans, type NumberedLoan, sortOutLoans } from './import-loans.ts'

export type ImportReport = {
  lines: number
  imported: number
  known: number
  refused: number
}

export type CheckOptions = {
  onProgress?: (bytesRead: number) => void
  /** Told of each refused line as it is found; a report of a million lines is never kept in memory. */
  onRefused?: (refusal: { line: number; reason: string }) => void
}

export type ImportOptions = CheckOptions & {
  operator: string
  /** Changes a loan before it is taken over, e.g. moves its dates. */
  adapt?: (loan: LoanRow) => LoanRow
}

const linesPerTransaction = 1000

/**
 * Imports a loan file as it streams, in transactions of a thousand lines. Killed at any point and started again
 * it goes on where it was, because lines that are there are known.
 * @throws CsvFileError when the file as a whole is no loan file; nothing of it is imported then.
 */
export async function importLoanFile(
  context: Context,
  input: Readable,
  options: ImportOptions,
): Promise<ImportReport> {
  const report: ImportReport = { lines: 0, imported: 0, known: 0, refused: 0 }
  const refuse = (line: number, reason: string) => {
    report.refused += 1
    options.onRefused?.({ line, reason })
  }
  let waiting: NumberedLoan[] = []
  const flush = async () => {
    const result = await perform(context, importLoans, {
      actor: { kind: 'operator', name: options.operator },
      input: waiting,
    })
    report.imported += result.imported
    report.known += result.known
    for (const { line, reason } of result.refused) refuse(line, reason)
    waiting = []
  }
  for await (const batch of readLoanFile(
    input,
    options.onProgress ? { onProgress: options.onProgress } : {},
  )) {
    for (const item of batch) {
      report.lines += 1
      if ('refused' in item) refuse(item.line, item.refused.reason)
      else waiting.push({ line: item.line, loan: options.adapt?.(item.loan) ?? item.loan })
    }
    if (waiting.length >= linesPerTransaction) await flush()
  }
  if (waiting.length > 0) await flush()
  return report
}

/**
 * Says what an import of this file would do, and writes nothing: each line is read, compared with the lines before
 * it and with the loans that are there.
 * @throws CsvFileError when the file as a whole is no loan file.
 */
export async function checkLoanFile(
  { db }: Context,
  input: Readable,
  options: CheckOptions = {},
): Promise<ImportReport> {
  const report: ImportReport = { lines: 0, imported: 0, known: 0, refused: 0 }
  const seen = new SeenLines()
  const refuse = (line: number, reason: string) => {
    report.refused += 1
    options.onRefused?.({ line, reason })
  }
  for await (const batch of readLoanFile(input, options)) {
    report.lines += batch.length
    const fresh: NumberedLoan[] = []
    for (const item of batch) {
      if ('refused' in item) refuse(item.line, item.refused.reason)
      else {
        const { loanNumber } = item.loan
        const before = seen.see(loanNumber, hashLoan(item.loan))
        if (before === 'new') fresh.push(item)
        else if (before === 'same') report.known += 1
        else refuse(item.line, contradicts(loanNumber))
      }
    }
    const sorted = await sortOutLoans(db, fresh)
    report.imported += sorted.fresh.length
    report.known += sorted.known
    for (const { line, reason } of sorted.refused) refuse(line, reason)
  }
  return report
}
