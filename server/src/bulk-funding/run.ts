import type { Context } from '../context.ts'
import { termsOfLoans } from '../funding/index.ts'
import { tellLender } from '../notices/index.ts'
import { performBatch } from '../platform/batch/batch-mutation.ts'
import { run as execute } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import type { JobResult } from '../platform/jobs/worker.ts'
import { mutation, perform } from '../platform/mutation.ts'
import { Refusal, required } from '../platform/refusal.ts'
import { fundLoanOf, giveUpLoan } from './fund-loan.ts'
import { type BulkLoanRow, type BulkRun, countFailure, findRun, sumsOf, waitingLoans } from './store.ts'

export type WhichBulk = { lenderId: number; bulkId: string }

const system = { kind: 'system' } as const
/** A job works for so long at a time, so that it keeps its lease and lets others to their turn. */
export const chunkMilliseconds = 3_000
/** Loans that are read together. */
const page = 100
/** How often a loan may fail for no reason that its lender could be told. */
const mostTries = 5

/**
 * Funds the loans of a bulk funding that are still waiting, one after the other, each in a transaction of its own, for a
 * while; then asks to be run again. It decides by what is in the database alone, so that a kill at any point loses and
 * repeats nothing, and two that run at once do each other no harm.
 * @throws where loans failed without a reason: the job comes again after a while, and a loan is given up in the end.
 */
export async function runBulk(context: Context, which: WhichBulk): Promise<JobResult> {
  const run = required(await findRun(context.db, which), 'NOT_FOUND')
  if (run.ended) return undefined
  const end = context.clock.now().getTime() + chunkMilliseconds
  const failed: number[] = []
  for (;;) {
    const loans = await waitingLoans(context.db, run, failed, page)
    if (loans.length === 0) break
    const terms = await termsOfLoans(
      context.db,
      loans.map(({ loanId }) => loanId),
    )
    for (const loan of loans) {
      if (!(await fundOne(context, run, loan, terms))) failed.push(loan.loanId)
      if (context.clock.now().getTime() > end) return { again: '0 seconds' }
    }
  }
  if (failed.length > 0)
    throw new Error(`${failed.length} loans of ${run.number} failed and will be tried again`)
  await perform(context, finishBulk, { actor: system, input: run })
  return undefined
}

/**
 * One loan, under a key of its own. @returns false where it failed and waits on
 * @throws Refusal OVERLOADED where the database is away: that is no fault of the loan.
 */
async function fundOne(
  context: Context,
  run: BulkRun,
  loan: BulkLoanRow,
  terms: Awaited<ReturnType<typeof termsOfLoans>>,
): Promise<boolean> {
  const { loanId } = loan
  const { bulkId } = run
  const [outcome] = await performBatch(context, fundLoanOf(run, required(terms.get(loanId), 'NOT_FOUND')), [
    { actor: system, input: { bulkId, loanId }, key: `${bulkId}:${loanId}` },
  ])
  if (outcome && 'answer' in outcome) return true
  const error = outcome?.error
  if (error instanceof Refusal && error.code === 'OVERLOADED') throw error
  context.log.error({ err: error, bulkId, loanId }, 'a loan of a bulk funding failed')
  // An end that is unknown may count twice: a loan is then given up a try earlier.
  const tries = await inTransaction(context.db, { repeatable: true }, (tx) => countFailure(tx, run, loanId))
  if (tries < mostTries) return false
  await perform(context, giveUpLoan, { actor: system, input: { run, loanId } })
  return true
}

/** Ends a bulk funding whose loans have all ended, tells its lender, and has the documents made that are not there yet. */
const finishBulk = mutation<Context, BulkRun, { ended: boolean }>({
  operation: 'finishBulkFunding',
  permit: ['system'],
  async run(tx, run, { world }) {
    const { lenderId, bulkId, number, partnerName } = run
    const subject = `bulk:${bulkId}`
    const ended = await execute(
      tx,
      'bulk.end',
      `update bulk_funding b set ended_at = app_now() where lender_id = $1 and id = $2 and ended_at is null
          and not exists (select from bulk_funding_loan l
                           where l.lender_id = b.lender_id and l.bulk_id = b.id and l.state = 'WAITING')`,
      [lenderId, bulkId],
    )
    if (ended === 0) return { answer: { ended: false }, subject }
    const { loans, funded, fundedAmount, returned } = await sumsOf(tx, run)
    await tellLender(tx, { lenderId, id: bulkId }, 'BULK_FUNDING_ENDED', {
      number,
      partnerName,
      loans,
      funded,
      amount: fundedAmount,
      returned,
    })
    await enqueue(tx, [
      { id: world.random.uuid(), kind: 'bulk.papers', payload: { lenderId, bulkId }, line: 'bulk' },
    ])
    return { answer: { ended: true }, subject, detail: { loans, funded, amount: fundedAmount, returned } }
  },
})
