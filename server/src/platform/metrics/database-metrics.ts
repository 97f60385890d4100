import type { Database } from '../db/database.ts'
import type { Replica } from '../db/replica.ts'
import { isUnverified } from '../settings/production.ts'
import { counter, gauge, type Metrics } from './metrics.ts'

const poolHeads = {
  pematang_pool_connections: gauge('Connections to PostgreSQL: used, idle and the maximum.', 'state'),
  pematang_pool_waiting: gauge('Statements that wait for a connection.'),
}

const replicaHeads = {
  pematang_replica_reads_total: counter(
    'Reads that may be late, by what answered: the replica, or the primary because the replica was away, behind, or failed.',
    'answered',
  ),
  pematang_replica_lag_seconds: gauge(
    'For how long the replica has been behind the primary; missing while it is away.',
  ),
}

const certificateHeads = {
  pematang_database_certificate_expires_seconds: gauge(
    'End of validity of the certificate that the database showed to the newest connection, as a Unix time; missing without TLS.',
    'database',
  ),
}

const verifiedHeads = {
  pematang_database_unverified: gauge(
    'Whether a database is on another host whose certificate is not checked: 1 if whoever is between can read and change all of it.',
    'database',
  ),
}

type Watched = { db: Database; replica: Replica | null; metrics: Metrics }

/** The connections to the primary and, where a process has one, to the replica. */
export function watch({ db, replica, metrics }: Watched): void {
  const { pool } = db
  metrics.set('pool', poolHeads, () => ({
    pematang_pool_connections: [
      { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'max' }, value: pool.options.max },
    ],
    pematang_pool_waiting: [{ value: pool.waitingCount }],
  }))
  metrics.set('database certificate', certificateHeads, () => certificateEnd('primary', db.certificateEndsAt))
  metrics.set('database address', verifiedHeads, () => ({
    pematang_database_unverified: [
      { labels: { database: 'primary' }, value: Number(isUnverified(db.options.url)) },
      ...(replica === null
        ? []
        : [{ labels: { database: 'replica' }, value: Number(isUnverified(replica.url)) }]),
    ],
  }))
  if (replica !== null) watchReplica(replica, metrics)
}

function watchReplica(replica: Replica, metrics: Metrics): void {
  metrics.set('replica', replicaHeads, () => ({
    pematang_replica_reads_total: Object.entries(replica.counts).map(([answered, value]) => ({
      labels: { answered },
      value,
    })),
    pematang_replica_lag_seconds: replica.lagSeconds === null ? [] : [{ value: replica.lagSeconds }],
  }))
  metrics.set('replica certificate', certificateHeads, () =>
    certificateEnd('replica', replica.certificateEndsAt),
  )
}

const certificateEnd = (database: string, endsAt: Date | null) => ({
  pematang_database_certificate_expires_seconds:
    endsAt === null ? [] : [{ labels: { database }, value: endsAt.getTime() / 1000 }],
})
