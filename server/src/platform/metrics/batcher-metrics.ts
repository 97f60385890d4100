import type { Batcher } from '../batch/batcher.ts'
import type { Metrics } from './metrics.ts'

/** Batch sizes, queue length and outcomes of a batcher. */
export function watchBatcher<Request, Answer>(
  batcher: string,
  { load }: Batcher<Request, Answer>,
  metrics: Metrics,
): void {
  const observe = metrics.histogram({
    name: 'pematang_batch_size',
    help: 'Requests in a batch, by batcher.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    labels: ['batcher'],
  })
  load.onBatch = (size) => observe({ batcher }, size)
  metrics.set(`batcher ${batcher}`, () => [
    {
      name: 'pematang_batch_waiting',
      help: 'Requests that wait for a batch, by batcher.',
      type: 'gauge',
      samples: [{ labels: { batcher }, value: load.waiting() }],
    },
    {
      name: 'pematang_batch_requests_total',
      help: 'Requests by batcher and end: answered, or refused (failures included).',
      type: 'counter',
      samples: [
        { labels: { batcher, end: 'answered' }, value: load.answered },
        { labels: { batcher, end: 'refused' }, value: load.refused },
      ],
    },
  ])
}
