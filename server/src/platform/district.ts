import { ordinaryQueue } from './jobs/ordinary-queue.ts'

export const platform = {
  name: 'platform',
  queues: [ordinaryQueue],
  jobs: () => [import('./audit/anchoring.ts')],
  repeats: () => [import('./repeats.ts')],
  metrics: {
    http: () => [import('./metrics/database-metrics.ts')],
    worker: () => [
      import('./metrics/database-metrics.ts'),
      import('./jobs/job-metrics.ts'),
      import('./audit/partitions.ts'),
    ],
  },
  today: () => [import('./today.ts')],
}
