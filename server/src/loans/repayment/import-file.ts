import type { Context } from '../../context.ts'
import {
  type FileOptions,
  type FileReport,
  LineCount,
  linesAtOnce,
  linesToDecide,
  Unconfirmed,
} from '../../operator/files/index.ts'
import { unusualReasons } from '../files/index.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { many } from '../../platform/db/database.ts'
import type { Repayment } from './decide.ts'
import { recordRepayments } from './record-repayments.ts'
import type { RecordedRepayment } from './repay.ts'
import { type RepaymentRow, repaymentTable } from './table.ts'

/** Sums of the recorded lines, in whole rupiah: amount + rounding = principal + interest + penalty + fee + excess. */
export type RepaymentReport = FileReport & {
  amount: number
  principal: number
  interest: number
  penalty: number
  fee: number
  /** Paid beyond what was owed; it must be returned to the borrower. */
  excess: number
  /** What the platform added to them to close installments. */
  rounding: number
  tax: number
  /** Number of loans that these payments completed. */
  repaid: number
}

/**
 * Records the payments of a file while it is read, in file order, up to some hundred per transaction. An interrupted
 * import can be started again, because each reference is recorded once for a loan. In a dry run batches do not see each other, so
 * a later payment of a loan is computed on today's balance.
 * @throws CsvFileError when the file as a whole is not a repayment file; no payment is recorded then.
 */
export async function importRepayments(
  context: Context,
  actor: ActorOf<'operator'>,
  input: AsyncIterable<Uint8Array | string>,
  { dryRun, asks, ...options }: FileOptions = {},
): Promise<RepaymentReport> {
  const sums = {
    amount: 0,
    principal: 0,
    interest: 0,
    penalty: 0,
    fee: 0,
    excess: 0,
    rounding: 0,
    tax: 0,
    repaid: 0,
  }
  const count = new LineCount(options)
  const atOnce = dryRun ? 1 : linesAtOnce
  for await (const lines of linesToDecide(input, repaymentTable, keysOf, count, { ...options, atOnce })) {
    const rows = lines.map(({ row }) => row)
    const known = await knownPayments(context, rows)
    const unusual = asks ? await unusualReasons(context.db, context.config, rows.map(asAsked)) : []
    const held = rows.map((row, place) => (known.has(keyOf(row)) ? null : unusual[place]))
    const payments = rows.filter((_, place) => !held[place]).map(asPayment)
    const outcomes = (await recordRepayments(context, actor, payments, { dryRun })).values()
    for (const [place, { line, row }] of lines.entries()) {
      const reason = held[place]
      const outcome = reason ? { error: new Unconfirmed(reason) } : outcomes.next().value
      if (!outcome) throw new Error('a line was not decided')
      if ('error' in outcome) count.add(line, outcome)
      else if (outcome.answer.repeated) count.add(line, 'known')
      else {
        count.add(line, 'taken')
        add(sums, row, outcome.answer)
      }
    }
  }
  return { ...count.report, ...sums }
}

type Named = Pick<RepaymentRow, 'reference' | 'loanNumber'>

const keyOf = ({ reference, loanNumber }: Named): string => `${reference} of ${loanNumber}`

const keysOf = (row: RepaymentRow) => [
  {
    column: 'reference',
    key: keyOf(row),
    content: JSON.stringify([row.paidOn, row.amount, row.penalty, row.fee]),
    clash: 'other content',
  },
]

function add(
  sums: Omit<RepaymentReport, keyof FileReport>,
  row: RepaymentRow,
  answer: RecordedRepayment,
): void {
  sums.amount += row.amount
  for (const part of ['principal', 'interest', 'penalty', 'fee', 'excess', 'rounding', 'tax'] as const)
    sums[part] += answer[part]
  if (answer.repaid) sums.repaid += 1
}

const asAsked = ({ loanNumber, amount, paidOn }: RepaymentRow) => ({ loanNumber, amount, on: paidOn })

const asPayment = ({ penalty, fee, ...row }: RepaymentRow): Repayment => ({
  ...row,
  ...(penalty === null ? {} : { penalty }),
  ...(fee === null ? {} : { fee }),
})

/** The lines whose payment is recorded, by `keyOf`. */
async function knownPayments({ db }: Context, rows: readonly RepaymentRow[]): Promise<Set<string>> {
  const known = await many<Named>(
    db,
    'loans.repayment.known_references',
    `select p.reference, l.loan_number as "loanNumber" from standing_payment p join loan l on l.id = p.loan_id
      where p.reference = any($1)`,
    [rows.map(({ reference }) => reference)],
  )
  return new Set(known.map(keyOf))
}
