import type { Context } from '../context.ts'
import { jobQueues } from '../job-queues.ts'
import { termsOfLoans } from '../funding/index.ts'
import { notifyLender } from '../notifications/index.ts'
import { performBatch } from '../platform/commands/perform-batch.ts'
import { mutation } from '../platform/commands/command.ts'
import { perform } from '../platform/commands/perform.ts'
import { run as execute } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import type { JobResult } from '../platform/jobs/worker.ts'
import { Refusal, required } from '../platform/refusal.ts'
import { fundLoanOf, giveUpLoan } from './fund-loan.ts'
import { type BulkLoanRow, type BulkRun, countFailure, findRun, sumsOf, waitingLoans } from './store.ts'

export type WhichBulk = { lenderId: number; bulkId: string }

const system = { kind: 'system' } as const
/** The working time of one job run; short, so that the job keeps its lease and other jobs get their turn. */
export const chunkMilliseconds = 3_000
/** The number of loans per query. */
const page = 100
/** How often a loan may fail without a business reason before it is refused. */
const maxTries = 5

/**
 * Funds the waiting loans of a bulk funding one after the other, each in its own transaction, for some seconds, then
 * reschedules itself. It depends only on the state in the database, so it can be killed at any point and run
 * concurrently.
 * @throws when loans failed without a business reason: the job is retried, and after the last attempt the loan is
 *   refused
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
 * Funds one loan under an idempotency key of its own.
 * @returns false if it failed and is still waiting
 * @throws Refusal OVERLOADED if the database is unavailable, which does not count as a failure of the loan.
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
  // An attempt whose outcome is unknown may be counted twice; the loan is then refused one attempt earlier.
  const tries = await inTransaction(context.db, { repeatable: true }, (tx) => countFailure(tx, run, loanId))
  if (tries < maxTries) return false
  await perform(context, giveUpLoan, { actor: system, input: { run, loanId } })
  return true
}

/** Ends a bulk funding whose loans have all ended, notifies its lender and enqueues the missing documents. */
const finishBulk = mutation<Context, BulkRun, { ended: boolean }>({
  operation: 'finishBulkFunding',
  permit: ['system'],
  async run(tx, run, { context }) {
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
    await notifyLender(tx, { lenderId, id: bulkId }, 'BULK_FUNDING_ENDED', {
      number,
      partnerName,
      loans,
      funded,
      amount: fundedAmount,
      returned,
    })
    await enqueue(tx, [
      {
        id: context.random.uuid(),
        kind: 'bulk.papers',
        payload: { lenderId, bulkId },
        queue: jobQueues.bulk,
      },
    ])
    return { answer: { ended: true }, subject, detail: { loans, funded, amount: fundedAmount, returned } }
  },
})
