import type { Batcher } from '../batch/batcher.ts'
import { counter, gauge, type Metrics } from './metrics.ts'

const heads = {
  pematang_batch_waiting: gauge('Requests that wait for a batch, by batcher.', 'batcher'),
  pematang_batch_requests_total: counter(
    'Requests by batcher and end: answered, or refused (failures included).',
    'batcher',
    'end',
  ),
}

const sizes = {
  name: 'pematang_batch_size',
  help: 'Requests in a batch, by batcher.',
  buckets: [1, 2, 4, 8, 16, 32, 64, 128],
  labels: ['batcher'],
}

/** Batch sizes, queue length and outcomes of a batcher. */
export function watchBatcher<Request, Answer>(
  batcher: string,
  { load }: Batcher<Request, Answer>,
  metrics: Metrics,
): void {
  const observe = metrics.histogram(sizes)
  load.onBatch = (size) => observe({ batcher }, size)
  metrics.set(`batcher ${batcher}`, heads, () => ({
    pematang_batch_waiting: [{ labels: { batcher }, value: load.waiting() }],
    pematang_batch_requests_total: [
      { labels: { batcher, end: 'answered' }, value: load.answered },
      { labels: { batcher, end: 'refused' }, value: load.refused },
    ],
  }))
}
