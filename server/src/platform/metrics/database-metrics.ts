import type { Database } from '../db/database.ts'
import type { Replica } from '../db/replica.ts'
import type { Family, Metrics } from './metrics.ts'

export function watchPool(db: Database, metrics: Metrics): void {
  const { pool } = db
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
  metrics.set('database certificate', () => [certificateEnd('primary', db.certificateEndsAt)])
}

export function watchReplica(replica: Replica | null, metrics: Metrics): void {
  if (replica === null) return
  metrics.set('replica', () => [
    {
      name: 'pematang_replica_reads_total',
      help: 'Reads that may be late, by what answered: the replica, or the primary because the replica was away, behind, or failed.',
      type: 'counter',
      samples: Object.entries(replica.counts).map(([answered, value]) => ({ labels: { answered }, value })),
    },
    {
      name: 'pematang_replica_lag_seconds',
      help: 'For how long the replica has been behind the primary; missing while it is away.',
      type: 'gauge',
      samples: replica.lagSeconds === null ? [] : [{ value: replica.lagSeconds }],
    },
  ])
  metrics.set('replica certificate', () => [certificateEnd('replica', replica.certificateEndsAt)])
}

const certificateEnd = (database: string, endsAt: Date | null): Family => ({
  name: 'pematang_database_certificate_expires_seconds',
  help: 'End of validity of the certificate that the database showed to the newest connection, as a Unix time; missing without TLS.',
  type: 'gauge',
  samples: endsAt === null ? [] : [{ labels: { database }, value: endsAt.getTime() / 1000 }],
})
