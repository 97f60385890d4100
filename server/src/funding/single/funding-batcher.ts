import type { Context } from '../../context.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import type { KeyedCall } from '../../platform/commands/command.ts'
import { Batcher } from '../../platform/batch/batcher.ts'
import { watchBatcher } from '../../platform/metrics/batcher-metrics.ts'
import { type FundedLoan, type FundLoan, fundLoan } from './fund-loan.ts'

export type FundingBatcher = { fund(call: KeyedCall<FundLoan, 'lender'>): Promise<FundedLoan> }

/**
 * Two batches run at the same time, so that the process works on one while the database works on the other; a third, or
 * larger ones, would leave the other lane with too few.
 */
const usual = { concurrency: 2, maxBatchSize: 32 }

/** With so many waiting, more and larger batches keep the cores busier and cost less for each funding. */
const crowd = { waiting: 64, concurrency: 4, maxBatchSize: 64 }

/**
 * Batches all funding requests of a process. Those that wait at the same time run together in a few set-based
 * statements; a single one runs immediately. A batch that waits for the disk write of its commit holds no lock and no
 * slot.
 */
export function makeFundingBatcher(context: Context): FundingBatcher {
  const batcher = new Batcher<KeyedCall<FundLoan, 'lender'>, FundedLoan>(
    (calls, release) => performBatch(context, fundLoan, calls, release),
    { ...usual, crowd, maxUnderWay: 8, queue: context.config.FUNDING_QUEUE },
  )
  watchBatcher('funding', batcher, context.metrics)
  return { fund: (call) => batcher.ask(call) }
}
