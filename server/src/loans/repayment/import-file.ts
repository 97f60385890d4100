import type { Context } from '../../context.ts'
import {
  type FileOptions,
  type FileReport,
  importLines,
  linesAtOnce,
  type LineOutcome,
} from '../../operator/files/index.ts'
import { decideRows } from '../files/index.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { many } from '../../platform/db/database.ts'
import type { Repayment } from './decide.ts'
import { recordRepayments } from './record-repayments.ts'
import type { RecordedRepayment } from './repay.ts'
import { type RepaymentRow, repaymentTable } from './table.ts'

/** Sums of the recorded lines, in whole rupiah: amount = principal + interest + penalty + fee + excess. */
export type RepaymentReport = FileReport & {
  amount: number
  principal: number
  interest: number
  penalty: number
  fee: number
  /** Paid beyond what was owed; it must be returned to the borrower. */
  excess: number
  tax: number
  /** Number of loans that these payments completed. */
  repaid: number
}

/**
 * Records the payments of a file while it is read, in file order, up to some hundred per transaction. An interrupted
 * import can be started again, because each reference is recorded once. In a dry run batches do not see each other, so
 * a later payment of a loan is computed on today's balance.
 * @throws CsvFileError when the file as a whole is not a repayment file; no payment is recorded then.
 */
export async function importRepayments(
  context: Context,
  actor: ActorOf<'operator'>,
  input: AsyncIterable<Uint8Array | string>,
  { dryRun, asks, ...options }: FileOptions = {},
): Promise<RepaymentReport> {
  const sums = { amount: 0, principal: 0, interest: 0, penalty: 0, fee: 0, excess: 0, tax: 0, repaid: 0 }
  const take = async (rows: readonly RepaymentRow[]): Promise<LineOutcome[]> => {
    const before = await knownReferences(context, rows)
    return decideRows<RepaymentRow, RecordedRepayment>(context, rows, {
      asks,
      isKnown: ({ reference }) => before.has(reference),
      asked: ({ loanNumber, amount, paidOn }) => ({ loanNumber, amount, on: paidOn }),
      decide: (payments) => recordRepayments(context, actor, payments.map(asPayment), { dryRun }),
      outcomeOf(row, outcome) {
        if ('error' in outcome) return outcome
        if (before.has(row.reference)) return 'known'
        const { answer } = outcome
        sums.amount += row.amount
        for (const part of ['principal', 'interest', 'penalty', 'fee', 'excess', 'tax'] as const)
          sums[part] += answer[part]
        if (answer.repaid) sums.repaid += 1
        return 'taken'
      },
    })
  }
  const keysOf = (row: RepaymentRow) => [
    {
      column: 'reference',
      key: row.reference,
      content: JSON.stringify([row.loanNumber, row.paidOn, row.amount, row.penalty, row.fee]),
      clash: 'other content',
    },
  ]
  const atOnce = dryRun ? 1 : linesAtOnce
  return { ...(await importLines(input, repaymentTable, keysOf, take, { ...options, atOnce })), ...sums }
}

const asPayment = ({ penalty, fee, ...row }: RepaymentRow): Repayment => ({
  ...row,
  ...(penalty === null ? {} : { penalty }),
  ...(fee === null ? {} : { fee }),
})

async function knownReferences({ db }: Context, rows: readonly RepaymentRow[]): Promise<Set<string>> {
  const known = await many<{ reference: string }>(
    db,
    'loans.repayment.known_references',
    'select reference from standing_payment where reference = any($1)',
    [rows.map(({ reference }) => reference)],
  )
  return new Set(known.map(({ reference }) => reference))
}
