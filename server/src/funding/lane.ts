import type { Context } from '../context.ts'
import { performBatch, type KeyedCall } from '../platform/batch/batch-mutation.ts'
import { Coalescer } from '../platform/batch/coalescer.ts'
import { watchLane } from '../platform/metrics/lane-metrics.ts'
import { type FundedLoan, type FundLoan, fundLoan } from './fund-loan.ts'

export type FundingLane = { fund(call: KeyedCall<FundLoan>): Promise<FundedLoan> }

/** Most fundings in a transaction: beyond this a batch only takes longer, it hardly costs less for each. */
const most = 32

/**
 * The road of all funding requests of a process: those that wait at the same time are taken together in a few
 * set-based statements, a single one goes alone and at once. Two lanes: while the database works for one batch, the
 * process reads the requests of the next and answers those of the last. A third one only makes batches smaller. A batch
 * that waits for the disk holds no lock and no lane: a loan that many want is not held for as long as the disk takes.
 */
export function makeFundingLane(context: Context): FundingLane {
  const coalescer = new Coalescer<KeyedCall<FundLoan>, FundedLoan>(
    (calls, release) => performBatch(context, fundLoan, calls, release),
    { lanes: 2, underWay: 6, most, queue: context.config.FUNDING_QUEUE },
  )
  watchLane('funding', coalescer, context.metrics)
  return { fund: (call) => coalescer.ask(call) }
}
