import type { Database } from '../db/database.ts'
import type { Metrics } from './metrics.ts'

export function watchPool({ pool }: Database, metrics: Metrics): void {
  metrics.set('pool', () => [
    {
      name: 'pematang_pool_connections',
      help: 'Connections to PostgreSQL: used, idle and the maximum.',
      type: 'gauge',
      samples: [
        { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'max' }, value: pool.options.max },
      ],
    },
    {
      name: 'pematang_pool_waiting',
      help: 'Statements that wait for a connection.',
      type: 'gauge',
      samples: [{ value: pool.waitingCount }],
    },
  ])
}
