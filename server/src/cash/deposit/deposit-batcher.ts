import type { Context } from '../../context.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { Batcher } from '../../platform/batch/batcher.ts'
import { watchBatcher } from '../../platform/metrics/batcher-metrics.ts'
import type { PaymentNotice } from './payment-names.ts'
import { type PaymentOutcome, recordPayment } from './record-payment.ts'

export type DepositBatcher = {
  record(notice: PaymentNotice, requestId: string): Promise<PaymentOutcome>
}

/**
 * Batches the payment notices of a process: those that wait at the same time are recorded with a few set-based
 * statements; a single one is recorded immediately.
 */
export function makeDepositBatcher(context: Context): DepositBatcher {
  const batcher = new Batcher<{ notice: PaymentNotice; requestId: string }, PaymentOutcome>(
    (asked, release) =>
      performBatch(
        context,
        recordPayment,
        asked.map(({ notice, requestId }) => ({
          actor: { kind: 'system' },
          input: notice,
          key: notice.callId,
          requestId,
        })),
        release,
      ),
    { concurrency: 2, maxUnderWay: 6, maxBatchSize: 64, queue: context.config.DEPOSIT_QUEUE },
  )
  watchBatcher('deposits', batcher, context.metrics)
  return { record: (notice, requestId) => batcher.ask({ notice, requestId }) }
}
