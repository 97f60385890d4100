import type { Context } from '../context.ts'
import type { Actor } from '../platform/audit/audit.ts'
import { type BatchMutation, performBatch } from '../platform/batch/batch-mutation.ts'
import type { Outcome } from '../platform/batch/coalescer.ts'
import { many } from '../platform/db/database.ts'
import { type DisbursedLoan, type DisburseLoan, disburseLoans } from './disburse.ts'
import type { Repayment } from './repay-decide.ts'
import { type RecordedRepayment, recordRepaymentsInOne } from './repay.ts'

/** Requests in a transaction: enough to share its cost, few enough that it holds its locks for a moment only. */
const batch = 250
/** Fundings that a transaction touches at most, unless a single loan has more. */
const fundingsInBatch = 5_000

/**
 * Records many payments, some hundred in a transaction, e.g. the lines of a file or of a part of it. A payment that
 * is refused or fails spoils no other.
 * @returns an outcome for each payment, in their order
 */
export const recordRepayments = (
  context: Context,
  actor: Actor,
  payments: readonly Repayment[],
): Promise<Outcome<RecordedRepayment>[]> => inBatches(context, actor, recordRepaymentsInOne, payments)

/** Pays many loans out in the same way. */
export const disburseMany = (
  context: Context,
  actor: Actor,
  loans: readonly DisburseLoan[],
): Promise<Outcome<DisbursedLoan>[]> => inBatches(context, actor, disburseLoans, loans)

/** Every request gets a key of its own, so that it is done once whatever becomes of its answer. */
async function inBatches<Input extends { loanNumber: string }, Answer>(
  context: Context,
  actor: Actor,
  verb: BatchMutation<Context, Input, Answer>,
  inputs: readonly Input[],
): Promise<Outcome<Answer>[]> {
  const outcomes: Outcome<Answer>[] = []
  for (let from = 0; from < inputs.length; ) {
    const next = inputs.slice(from, from + batch)
    const calls = next
      .slice(0, await roomFor(context, next))
      .map((input) => ({ actor, input, key: context.random.uuid() }))
    outcomes.push(...(await performBatch(context, verb, calls)))
    from += calls.length
  }
  return outcomes
}

/** How many of these requests go into one transaction: at least one, and no more than their lenders allow. */
async function roomFor({ db }: Context, inputs: readonly { loanNumber: string }[]): Promise<number> {
  const rows = await many<{ number: string; fundings: number }>(
    db,
    'servicing.fundings_of',
    `select l.loan_number as number, (select count(*) from funding f where f.loan_id = l.id) as fundings
       from loan l where l.loan_number = any($1)`,
    [inputs.map(({ loanNumber }) => loanNumber)],
  )
  const fundings = new Map(rows.map((row) => [row.number, row.fundings]))
  let sum = 0
  const full = inputs.findIndex(({ loanNumber }) => {
    sum += fundings.get(loanNumber) ?? 0
    return sum > fundingsInBatch
  })
  return full === -1 ? inputs.length : Math.max(1, full)
}
