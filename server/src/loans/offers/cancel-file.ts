import type { Context } from '../../context.ts'
import { reasonColumn } from '../../operator/files/index.ts'
import { loanNumberColumn } from '../files/index.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { readTable, type Table } from '../../platform/csv/table.ts'
import { maybe } from '../../platform/db/database.ts'
import { performerOf } from '../../platform/commands/dry-run.ts'
import { cancelLoan } from './cancel-loan.ts'

export type CancelRow = { loanNumber: string; reason: string }

export const cancelTable: Table<CancelRow> = {
  kind: 'pembatalan',
  mayLeaveOut: false,
  columns: {
    loanNumber: loanNumberColumn,
    reason: reasonColumn,
  },
}

type CancelReport = {
  lines: number
  cancelled: number
  known: number
  refused: number
  /** Counts of what happened to their fundings, as in `CancelledLoan`. */
  refunded: number
  released: number
  cancelling: number
  amount: number
}

type CancelOptions = {
  dryRun: boolean
  onProgress?: (bytes: number) => void
  onRefused?: (refusal: { line: number; reason: string }) => void
}

/**
 * Cancels the loans of a file while it is read, each in its own transaction. A loan that was cancelled before counts as
 * known, so an interrupted file can be processed again.
 * @throws CsvFileError when the file as a whole is not a cancellation file.
 */
export async function cancelLoanFile(
  context: Context,
  actor: ActorOf<'operator' | 'system'>,
  input: AsyncIterable<Uint8Array | string>,
  { dryRun, onProgress, onRefused }: CancelOptions,
): Promise<CancelReport> {
  const report: CancelReport = {
    ...{ lines: 0, cancelled: 0, known: 0, refused: 0 },
    ...{ refunded: 0, released: 0, cancelling: 0, amount: 0 },
  }
  const firstLines = new Map<string, number>()
  const refuse = (line: number, reason: string) => {
    report.refused += 1
    onRefused?.({ line, reason })
  }
  for await (const batch of readTable(input, cancelTable, onProgress ? { onProgress } : {})) {
    for (const item of batch) {
      report.lines += 1
      if ('refused' in item) {
        refuse(item.line, item.refused.reason)
        continue
      }
      const { loanNumber } = item.row
      const earlier = firstLines.get(loanNumber)
      if (earlier !== undefined) {
        refuse(item.line, `loan_number ${loanNumber} sudah ada di baris ${earlier} berkas ini`)
        continue
      }
      firstLines.set(loanNumber, item.line)
      const call = { actor, input: item.row }
      const done = await performerOf(dryRun)(context, cancelLoan, call)
      if (done.cancelled) {
        report.cancelled += 1
        report.refunded += done.refunded
        report.released += done.released
        report.cancelling += done.cancelling
        report.amount += done.amount
        continue
      }
      const reason = await whyNotCancelled(context, loanNumber)
      if (reason === null) report.known += 1
      else refuse(item.line, reason)
    }
  }
  return report
}

/**
 * Why a loan was not cancelled, for the operator.
 * @returns null if it was cancelled before
 */
export async function whyNotCancelled({ db }: Context, loanNumber: string): Promise<string | null> {
  const loan = await maybe<{ status: string }>(
    db,
    'loans.offers.status_of',
    'select p.status from loan l join loan_position p on p.loan_id = l.id where l.loan_number = $1',
    [loanNumber],
  )
  if (loan === undefined) return `pinjaman ${loanNumber} tidak ada`
  return loan.status === 'CANCELLED'
    ? null
    : `pinjaman ${loanNumber} tidak dapat dibatalkan lagi: statusnya ${loan.status}`
}
