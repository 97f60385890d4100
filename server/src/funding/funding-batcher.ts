import type { Context } from '../context.ts'
import { performBatch } from '../platform/commands/perform-batch.ts'
import type { KeyedCall } from '../platform/commands/command.ts'
import { Batcher } from '../platform/batch/batcher.ts'
import { watchBatcher } from '../platform/metrics/batcher-metrics.ts'
import { type FundedLoan, type FundLoan, fundLoan } from './fund-loan.ts'

export type FundingBatcher = { fund(call: KeyedCall<FundLoan, 'lender'>): Promise<FundedLoan> }

/**
 * The maximum number of fundings in one transaction: a larger batch takes longer, and saves hardly anything per
 * funding.
 */
const MAX_BATCH_SIZE = 32

/**
 * Batches all funding requests of a process. Those that wait at the same time run together in a few set-based
 * statements; a single one runs immediately. Two batches run concurrently, so that the process works on one while the
 * database works on the other; a third would only make batches smaller. A batch that waits for the disk write of its
 * commit holds no lock and no slot.
 */
export function makeFundingBatcher(context: Context): FundingBatcher {
  const batcher = new Batcher<KeyedCall<FundLoan, 'lender'>, FundedLoan>(
    (calls, release) => performBatch(context, fundLoan, calls, release),
    { concurrency: 2, maxUnderWay: 6, maxBatchSize: MAX_BATCH_SIZE, queue: context.config.FUNDING_QUEUE },
  )
  watchBatcher('funding', batcher, context.metrics)
  return { fund: (call) => batcher.ask(call) }
}
