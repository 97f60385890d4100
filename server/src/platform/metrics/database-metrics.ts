import type { Database } from '../db/database.ts'
import type { Metrics } from './metrics.ts'

/** How the pool of connections is used. */
export function watchPool({ pool }: Database, metrics: Metrics): void {
  metrics.set('pool', () => [
    {
      name: 'pematang_pool_connections',
      help: 'Connections to PostgreSQL: in use, idle, and the most there may be.',
      type: 'gauge',
      samples: [
        { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'most' }, value: pool.options.max },
      ],
    },
    {
      name: 'pematang_pool_waiting',
      help: 'Questions that wait for a connection.',
      type: 'gauge',
      samples: [{ value: pool.waitingCount }],
    },
  ])
}
