import type { RefusalCode } from '@pematang/contract/catalogue'
import type { Context } from '../../context.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { type Table, requiredColumn } from '../../platform/csv/table.ts'
import { businessDate } from '../../platform/csv/values.ts'
import { maybe, type Queryable } from '../../platform/db/database.ts'
import { performerOf } from '../../platform/commands/dry-run.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isWithoutArrears, writeOffLoan } from './write-off.ts'
import {
  reasonColumn,
  type FileOptions,
  type FileReport,
  type LineOutcome,
  importLines,
  Unconfirmed,
} from '../../operator/files/index.ts'
import { loanNumberColumn } from '../files/index.ts'

export type WriteOffRow = { loanNumber: string; writtenOffOn: string; reason: string }

/** The format of the write-off file (docs/write-off-file.md). */
export const writeOffTable: Table<WriteOffRow> = {
  kind: 'hapus buku',
  mayLeaveOut: true,
  columns: {
    loanNumber: loanNumberColumn,
    writtenOffOn: requiredColumn(
      'written_off_on',
      'date',
      'from the last payment of the loan to today',
      businessDate,
    ),
    reason: reasonColumn,
  },
}

/** Sums of the loans that were written off now, in whole rupiah. */
export type WriteOffReport = FileReport & { principal: number; interest: number }

/**
 * Writes the loans of a file off while it is read, one after the other. A loan that was written off before on the same
 * day counts as known. A dry run decides each line and rolls it back.
 * @throws CsvFileError when the file as a whole is not a write-off file; no loan is written off then.
 */
export async function importWriteOffs(
  context: Context,
  actor: ActorOf<'operator'>,
  input: AsyncIterable<Uint8Array | string>,
  { dryRun, asks, ...options }: FileOptions,
): Promise<WriteOffReport> {
  const sums = { principal: 0, interest: 0 }
  const takeOne = async (row: WriteOffRow): Promise<LineOutcome> => {
    if (asks && (await isWithoutArrears(context.db, row.loanNumber)))
      return { error: new Unconfirmed('tidak ada yang terlambat pada pinjaman ini') }
    try {
      const done = await performerOf(dryRun)(context, writeOffLoan, { actor, input: row })
      sums.principal += done.principal
      sums.interest += done.interest
      return 'taken'
    } catch (error) {
      return outcomeOf(context.db, row, error)
    }
  }
  const keysOf = (row: WriteOffRow) => [
    {
      column: 'loan_number',
      key: row.loanNumber,
      content: JSON.stringify([row.writtenOffOn, row.reason]),
      clash: 'hari atau alasan lain',
    },
  ]
  return { ...(await importLines(input, writeOffTable, keysOf, takeOne, options)), ...sums }
}

async function outcomeOf(db: Queryable, row: WriteOffRow, error: unknown): Promise<LineOutcome> {
  if (!(error instanceof Refusal)) return { error }
  if (error.code === 'WRITTEN_OFF_BEFORE') {
    const before = await writtenOffOn(db, row.loanNumber)
    return before === row.writtenOffOn
      ? 'known'
      : { refused: `written_off_on: pinjaman sudah dihapusbukukan pada ${before ?? 'hari lain'}` }
  }
  const refused = words[error.code]?.(row)
  return refused === undefined ? { error } : { refused }
}

/** Why a loan cannot be written off, with the column at fault; in English, for the operator. */
const words: Partial<Record<RefusalCode, (row: WriteOffRow) => string>> = {
  LOAN_NOT_FOUND: () => 'loan_number: pinjaman ini tidak ada',
  LOAN_NOT_DISBURSED: () => 'loan_number: pinjaman belum dicairkan',
  LOAN_ENDED: () => 'loan_number: pinjaman tidak memiliki sisa pokok',
  DATE_IN_FUTURE: (row) => `written_off_on: ${row.writtenOffOn} sesudah hari ini`,
  DATE_BEFORE_DISBURSEMENT: (row) => `written_off_on: ${row.writtenOffOn} sebelum hari pencairan pinjaman`,
  DATE_BEFORE_LAST_EVENT: (row) =>
    `written_off_on: ${row.writtenOffOn} sebelum pembayaran terakhir atau perubahan terakhir ketentuan pinjaman`,
}

async function writtenOffOn(db: Queryable, loanNumber: string): Promise<string | undefined> {
  const row = await maybe<{ day: string }>(
    db,
    'loans.terms.written_off_on',
    `select w.written_off_on::text as day from write_off w join loan l on l.id = w.loan_id where l.loan_number = $1`,
    [loanNumber],
  )
  return row?.day
}
