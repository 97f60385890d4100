import type { Context } from '../../context.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import type { Table } from '../../platform/csv/table.ts'
import { performerOf } from '../../platform/commands/dry-run.ts'
import { Refusal } from '../../platform/refusal.ts'
import { reverseRepayment } from './reverse-repayment.ts'
import {
  reasonColumn,
  type FileOptions,
  type FileReport,
  type LineOutcome,
  importLines,
} from '../../operator/files/index.ts'
import { optional } from '../../platform/csv/values.ts'
import { loanNumberColumn, paymentReferenceColumn } from '../files/index.ts'

/** A line of a reversal file: a payment to be reversed; its loan where one transfer paid several. */
export type ReversalRow = { reference: string; reason: string; loanNumber: string | null }

/** The format of the reversal file (docs/reversal-file.md). */
export const reversalTable: Table<ReversalRow> = {
  kind: 'koreksi',
  mayLeaveOut: true,
  columns: {
    reference: paymentReferenceColumn,
    reason: reasonColumn,
    loanNumber: { ...loanNumberColumn, required: false, read: optional(loanNumberColumn.read) },
  },
}

/** The sums of the reversed payments, in whole rupiah; `owed` is what the lenders' cash did not cover. */
export type ReversalReport = FileReport & { amount: number; owed: number }

/**
 * Reverses the payments of a file while it is read, one after the other. A payment that was reversed before counts as
 * known. A dry run rolls back each line before the next.
 * @throws CsvFileError when the file as a whole is not a reversal file; no payment is reversed then.
 */
export async function importReversals(
  context: Context,
  actor: ActorOf<'operator'>,
  input: AsyncIterable<Uint8Array | string>,
  { dryRun, ...options }: FileOptions,
): Promise<ReversalReport> {
  const sums = { amount: 0, owed: 0 }
  const takeOne = async (row: ReversalRow): Promise<LineOutcome> => {
    try {
      const call = { actor, input: { ...row, loanNumber: row.loanNumber ?? undefined } }
      const done = await performerOf(dryRun)(context, reverseRepayment, call)
      sums.amount += done.amount
      sums.owed += done.owed
      return 'taken'
    } catch (error) {
      return error instanceof Refusal && error.code === 'REVERSED_BEFORE' ? 'known' : { error }
    }
  }
  const keysOf = (row: ReversalRow) => [
    {
      column: 'reference',
      key: [row.reference, row.loanNumber].filter(Boolean).join(' of '),
      content: row.reason,
      clash: 'alasan lain',
    },
  ]
  return { ...(await importLines(input, reversalTable, keysOf, takeOne, options)), ...sums }
}
