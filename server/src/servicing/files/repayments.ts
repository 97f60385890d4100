import type { Context } from '../../context.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { many } from '../../platform/db/database.ts'
import { rehearseBatch, type Rehearsed } from '../../platform/rehearse.ts'
import { recordRepayments } from '../record-repayments.ts'
import { type RecordedRepayment, recordRepaymentsInOne } from '../repay.ts'
import type { Repayment } from '../repay-decide.ts'
import { type RepaymentRow, repaymentTable } from './tables.ts'
import { type FileOptions, type FileReport, type LineOutcome, takeFile } from './take-file.ts'

/** Of what was taken, in whole rupiah: amount = principal + interest + penalty + fee + excess. */
export type RepaymentReport = FileReport & {
  amount: number
  principal: number
  interest: number
  penalty: number
  fee: number
  /** More than was owed: it waits to be given back. */
  excess: number
  tax: number
  /** Loans that were repaid with it. */
  repaid: number
}

type Input = AsyncIterable<Uint8Array | string>
type Outcome = Rehearsed<RecordedRepayment>

/**
 * Records the payments of a file as it streams, in its order and some hundred in a transaction. Stopped at any point
 * and started again it goes on where it was: a reference is taken once.
 * @throws CsvFileError when the file as a whole is no repayment file; nothing of it is taken then.
 */
export const takeRepayments = (
  context: Context,
  actor: Actor,
  input: Input,
  options?: FileOptions,
): Promise<RepaymentReport> =>
  through(context, input, (payments) => recordRepayments(context, actor, payments), options)

/**
 * Says what taking this file would do and writes nothing: the verb decides on every line and is taken back. Lines
 * some hundred apart do not see each other, so the parts of later payments of one loan are as if it stood as today.
 * @throws CsvFileError when the file as a whole is no repayment file.
 */
export const checkRepayments = (
  context: Context,
  actor: Actor,
  input: Input,
  options?: FileOptions,
): Promise<RepaymentReport> =>
  through(
    context,
    input,
    (payments) =>
      rehearseBatch(
        context,
        recordRepaymentsInOne,
        payments.map((payment) => ({ actor, input: payment })),
      ),
    options,
  )

async function through(
  context: Context,
  input: Input,
  record: (payments: readonly Repayment[]) => Promise<Outcome[]>,
  options?: FileOptions,
): Promise<RepaymentReport> {
  const sums = { amount: 0, principal: 0, interest: 0, penalty: 0, fee: 0, excess: 0, tax: 0, repaid: 0 }
  const take = async (rows: readonly RepaymentRow[]): Promise<LineOutcome[]> => {
    const before = await knownReferences(context, rows)
    const outcomes = await record(rows.map(asPayment))
    return outcomes.map((outcome, place): LineOutcome => {
      if ('error' in outcome) return outcome
      const row = rows[place] as RepaymentRow
      if (before.has(row.reference)) return 'known'
      const { answer } = outcome
      sums.amount += row.amount
      for (const part of ['principal', 'interest', 'penalty', 'fee', 'excess', 'tax'] as const)
        sums[part] += answer[part]
      if (answer.repaid) sums.repaid += 1
      return 'taken'
    })
  }
  const keyOf = (row: RepaymentRow) => ({
    key: row.reference,
    content: JSON.stringify([row.loanNumber, row.paidOn, row.amount, row.penalty, row.fee]),
    clash: 'the reference stands in an earlier line with other content',
  })
  return { ...(await takeFile(input, repaymentTable, keyOf, take, options)), ...sums }
}

const asPayment = ({ penalty, fee, ...row }: RepaymentRow): Repayment => ({
  ...row,
  ...(penalty === null ? {} : { penalty }),
  ...(fee === null ? {} : { fee }),
})

async function knownReferences({ db }: Context, rows: readonly RepaymentRow[]): Promise<Set<string>> {
  const known = await many<{ reference: string }>(
    db,
    'servicing.known_references',
    'select reference from loan_payment where reference = any($1)',
    [rows.map(({ reference }) => reference)],
  )
  return new Set(known.map(({ reference }) => reference))
}
