import type { Context } from '../../context.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { type Rehearsed, rehearseBatch } from '../../platform/rehearse.ts'
import { type DisbursedLoan, disburseLoans, type DisburseLoan } from '../disburse.ts'
import { disburseMany } from '../record-repayments.ts'
import { type DisbursementRow, disbursementTable } from './tables.ts'
import { type FileOptions, type FileReport, type LineOutcome, takeFile } from './take-file.ts'

/** `amount`: what was paid out, in whole rupiah. */
export type DisbursementReport = FileReport & { amount: number }

type Input = AsyncIterable<Uint8Array | string>

/**
 * Pays out the loans of a file as it streams. A loan that was paid out on the same day before is known.
 * @throws CsvFileError when the file as a whole is no disbursement file; nothing of it is done then.
 */
export const takeDisbursements = (
  context: Context,
  actor: Actor,
  input: Input,
  options?: FileOptions,
): Promise<DisbursementReport> =>
  through(context, input, (loans) => disburseMany(context, actor, loans), options)

/** Says what paying out the loans of this file would do, and writes nothing. */
export const checkDisbursements = (
  context: Context,
  actor: Actor,
  input: Input,
  options?: FileOptions,
): Promise<DisbursementReport> =>
  through(context, input, (loans) => rehearseDisbursements(context, actor, loans), options)

/** What would become of paying these loans out. */
export const rehearseDisbursements = (
  context: Context,
  actor: Actor,
  loans: readonly DisburseLoan[],
): Promise<Rehearsed<DisbursedLoan>[]> =>
  rehearseBatch(
    context,
    disburseLoans,
    loans.map((input) => ({ actor, input })),
  )

async function through(
  { db }: Context,
  input: Input,
  disburse: (loans: readonly DisburseLoan[]) => Promise<Rehearsed<DisbursedLoan>[]>,
  options?: FileOptions,
): Promise<DisbursementReport> {
  let amount = 0
  const take = async (rows: readonly DisbursementRow[]): Promise<LineOutcome[]> => {
    const before = await paidOutOn(db, rows)
    const outcomes = await disburse(rows.map(asLoan))
    return outcomes.map((outcome, place): LineOutcome => {
      const row = rows[place] as DisbursementRow
      if ('error' in outcome) {
        const day = before.get(row.loanNumber)
        return day !== undefined && day === (row.disbursedOn ?? day) ? 'known' : outcome
      }
      amount += outcome.answer.amount
      return 'taken'
    })
  }
  const keyOf = (row: DisbursementRow) => ({
    key: row.loanNumber,
    content: row.disbursedOn ?? '',
    clash: 'the loan stands in an earlier line with another day',
  })
  return { ...(await takeFile(input, disbursementTable, keyOf, take, options)), amount }
}

const asLoan = ({ loanNumber, disbursedOn }: DisbursementRow): DisburseLoan => ({
  loanNumber,
  ...(disbursedOn === null ? {} : { disbursedOn }),
})

/** The days on which these loans were paid out already. */
async function paidOutOn(db: Queryable, rows: readonly DisbursementRow[]): Promise<Map<string, string>> {
  const known = await many<{ number: string; day: string }>(
    db,
    'servicing.paid_out_on',
    `select l.loan_number as number, s.disbursed_on as day from loan l join loan_servicing s on s.loan_id = l.id
      where l.loan_number = any($1)`,
    [rows.map(({ loanNumber }) => loanNumber)],
  )
  return new Map(known.map(({ number, day }) => [number, day]))
}

/** Loans that are funded in full and wait to be paid out, by number above one. */
export async function fundedLoans(db: Queryable, after: string, limit: number): Promise<string[]> {
  const loans = await many<{ number: string }>(
    db,
    'servicing.funded_loans',
    `select l.loan_number as number from loan_position p join loan l on l.id = p.loan_id
      where p.status = 'FUNDED' and l.loan_number > $1 order by l.loan_number limit $2`,
    [after, limit],
  )
  return loans.map(({ number }) => number)
}
