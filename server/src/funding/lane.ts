import type { Context } from '../context.ts'
import { performBatch, type KeyedCall } from '../platform/batch/batch-mutation.ts'
import { Coalescer } from '../platform/batch/coalescer.ts'
import { watchLane } from '../platform/metrics/lane-metrics.ts'
import { type FundedLoan, type FundLoan, fundLoan } from './fund-loan.ts'

export type FundingLane = { fund(call: KeyedCall<FundLoan>): Promise<FundedLoan> }

/** Most fundings in a transaction: beyond this a batch only takes longer, it costs no less for each. */
const most = 64

/**
 * The road of all funding requests of a process: those that wait at the same time are taken together in a few
 * set-based statements, a single one goes alone and at once. One lane: a second one gains little and lets two
 * batches wait for each other's loans.
 */
export function makeFundingLane(context: Context): FundingLane {
  const coalescer = new Coalescer<KeyedCall<FundLoan>, FundedLoan>(
    (calls) => performBatch(context, fundLoan, calls),
    { lanes: 1, most, queue: context.config.FUNDING_QUEUE },
  )
  watchLane('funding', coalescer, context.metrics)
  return { fund: (call) => coalescer.ask(call) }
}
