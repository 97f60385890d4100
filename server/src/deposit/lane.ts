import type { Context } from '../context.ts'
import { performBatch } from '../platform/batch/batch-mutation.ts'
import { Coalescer } from '../platform/batch/coalescer.ts'
import { watchLane } from '../platform/metrics/lane-metrics.ts'
import { type PaymentEnd, type PaymentNotice, takePayment } from './take-payment.ts'

export type DepositLane = { take(notice: PaymentNotice, requestId: string): Promise<PaymentEnd> }

/**
 * The road of all payment notices of a process: those that wait at the same time are taken together in a few set-based
 * statements, a single one goes alone and at once.
 */
export function makeDepositLane(context: Context): DepositLane {
  const coalescer = new Coalescer<{ notice: PaymentNotice; requestId: string }, PaymentEnd>(
    (asked, release) =>
      performBatch(
        context,
        takePayment,
        asked.map(({ notice, requestId }) => ({
          actor: { kind: 'system' },
          input: notice,
          key: notice.callId,
          requestId,
        })),
        release,
      ),
    { lanes: 2, underWay: 6, most: 64, queue: context.config.DEPOSIT_QUEUE },
  )
  watchLane('deposits', coalescer, context.metrics)
  return { take: (notice, requestId) => coalescer.ask({ notice, requestId }) }
}
