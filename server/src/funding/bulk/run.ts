import type { Context } from '../../context.ts'
import { bulkQueue } from '../../documents/index.ts'
import { termsOfLoans } from '../single/index.ts'
import { notifyLender } from '../../lenders/index.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { run as execute } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { JobResult } from '../../platform/jobs/worker.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { type BulkLoanTerms, fundLoansOf, giveUpLoan } from './fund-loans.ts'
import { type BulkLoanRow, type BulkRun, countFailure, findRun, sumsOf, waitingLoans } from './store.ts'
import { bulkDocumentsJob } from './job-kinds.ts'

export type WhichBulk = { lenderId: number; bulkId: string }

const system = { kind: 'system' } as const
/** The working time of one job run; short, so that the job keeps its lease and other jobs get their turn. */
export const chunkMilliseconds = 3_000
/**
 * The number of loans per transaction: enough to share its flush and its statements, few enough that the lender's other
 * fundings wait only some hundredths of a second for their cash.
 */
const loansPerTransaction = 50
/** How often a loan may fail without a business reason before it is refused. */
const maxTries = 5

/**
 * Funds the waiting loans of a bulk funding for some seconds, some in each transaction, then reschedules itself. It
 * depends only on the state in the database, so it can be killed at any point and run concurrently.
 * @throws when loans failed without a business reason: the job is retried, and after the last attempt the loan is
 *   refused
 */
export async function runBulk(
  context: Context,
  which: WhichBulk,
  { batchSize = loansPerTransaction }: { batchSize?: number } = {},
): Promise<JobResult> {
  const run = required(await findRun(context.db, which), 'NOT_FOUND')
  if (run.ended) return undefined
  const end = context.clock.now().getTime() + chunkMilliseconds
  const failed: number[] = []
  for (;;) {
    const loans = await waitingLoans(context.db, run, failed, batchSize)
    if (loans.length === 0) break
    const terms = await termsOfLoans(
      context.db,
      loans.map(({ loanId }) => loanId),
    )
    failed.push(...(await fundLoans(context, run, loans, terms)))
    if (context.clock.now().getTime() > end) return { again: '0 seconds' }
  }
  if (failed.length > 0)
    throw new Error(`${failed.length} loans of ${run.number} failed and will be tried again`)
  await perform(context, finishBulk, { actor: system, input: run })
  return undefined
}

/**
 * Funds loans in one transaction, each under an idempotency key of its own. If it fails they are funded one by one, so
 * that a loan that cannot be funded does not affect the others.
 * @returns those that failed and are still waiting
 * @throws Refusal OVERLOADED if the database is unavailable, which does not count as a failure of a loan.
 */
async function fundLoans(
  context: Context,
  run: BulkRun,
  loans: readonly BulkLoanRow[],
  terms: ReadonlyMap<number, BulkLoanTerms>,
): Promise<number[]> {
  const { bulkId } = run
  const outcomes = await performBatch(
    context,
    fundLoansOf(run, terms),
    loans.map(({ loanId }) => ({ actor: system, input: { bulkId, loanId }, key: `${bulkId}:${loanId}` })),
  )
  const errors = outcomes.map((outcome) => ('error' in outcome ? outcome.error : null))
  for (const error of errors) if (error instanceof Refusal && error.code === 'OVERLOADED') throw error
  const failed: number[] = []
  for (const [index, { loanId }] of loans.entries()) {
    if (errors[index] === null) continue
    context.log.error({ err: errors[index], bulkId, loanId }, 'a loan of a bulk funding failed')
    // An attempt whose outcome is unknown may be counted twice; the loan is then refused one attempt earlier.
    const tries = await inTransaction(context.db, { repeatable: true }, (tx) => countFailure(tx, run, loanId))
    if (tries < maxTries) failed.push(loanId)
    else await perform(context, giveUpLoan, { actor: system, input: { run, loanId } })
  }
  return failed
}

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
        kind: bulkDocumentsJob,
        payload: { lenderId, bulkId },
        queue: bulkQueue,
      },
    ])
    return { answer: { ended: true }, subject, detail: { loans, funded, amount: fundedAmount, returned } }
  },
})
