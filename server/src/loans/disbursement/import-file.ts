import type { Context } from '../../context.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import {
  type FileOptions,
  type FileReport,
  LineCount,
  linesAtOnce,
  linesToDecide,
  Unconfirmed,
} from '../../operator/files/index.ts'
import { unusualReasons } from '../files/index.ts'
import { type DisburseLoan, disburseMany } from './disburse.ts'
import { type DisbursementRow, disbursementTable } from './table.ts'

/** `amount` is the sum paid out, in whole rupiah. */
export type DisbursementReport = FileReport & { amount: number }

/**
 * Pays out the loans of a file while it is read. A loan that was paid out before on the same day counts as known. A dry
 * run reports what would happen and writes nothing.
 * @throws CsvFileError when the file as a whole is not a disbursement file; no loan is paid out then.
 */
export async function importDisbursements(
  context: Context,
  actor: ActorOf<'operator'>,
  input: AsyncIterable<Uint8Array | string>,
  { dryRun, asks, ...options }: FileOptions = {},
): Promise<DisbursementReport> {
  let amount = 0
  const count = new LineCount(options)
  const atOnce = dryRun ? 1 : linesAtOnce
  for await (const lines of linesToDecide(input, disbursementTable, keysOf, count, { ...options, atOnce })) {
    const rows = lines.map(({ row }) => row)
    const before = await paidOutOn(context.db, rows)
    const unusual = asks ? await unusualReasons(context.db, context.config, rows.map(asAsked)) : []
    const held = rows.map(({ loanNumber }, place) => (before.has(loanNumber) ? null : unusual[place]))
    const loans = rows.filter((_, place) => !held[place]).map(asLoan)
    const decided = await disburseMany(context, actor, loans, { dryRun })
    // Read again after a refusal, since another import of the same file may have paid the loan out meanwhile.
    const after = decided.some((one) => 'error' in one) ? await paidOutOn(context.db, rows) : before
    const outcomes = decided.values()
    for (const [place, { line, row }] of lines.entries()) {
      const reason = held[place]
      const outcome = reason ? { error: new Unconfirmed(reason) } : outcomes.next().value
      if (!outcome) throw new Error('a line was not decided')
      if ('error' in outcome) {
        const day = after.get(row.loanNumber)
        count.add(line, day !== undefined && day === (row.disbursedOn ?? day) ? 'known' : outcome)
      } else {
        count.add(line, 'taken')
        amount += outcome.answer.amount
      }
    }
  }
  return { ...count.report, amount }
}

const keysOf = (row: DisbursementRow) => [
  { column: 'loan_number', key: row.loanNumber, content: row.disbursedOn ?? '', clash: 'hari lain' },
]

const asAsked = ({ loanNumber, disbursedOn }: DisbursementRow) => ({
  loanNumber,
  on: disbursedOn ?? undefined,
})

const asLoan = ({ loanNumber, disbursedOn }: DisbursementRow): DisburseLoan => ({
  loanNumber,
  ...(disbursedOn === null ? {} : { disbursedOn }),
})

async function paidOutOn(db: Queryable, rows: readonly DisbursementRow[]): Promise<Map<string, string>> {
  const known = await many<{ number: string; day: string }>(
    db,
    'loans.disbursement.paid_out_on',
    `select loan_number as number, disbursed_on as day from loan
      where loan_number = any($1) and disbursed_on is not null`,
    [rows.map(({ loanNumber }) => loanNumber)],
  )
  return new Map(known.map(({ number, day }) => [number, day]))
}
