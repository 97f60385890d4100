import type pg from 'pg'
import { isLockTimeout } from './failures.ts'
import { processIdOf } from './pooler.ts'
import { backoff, defaultRetryPolicy, mayTryAgain, type Retry } from './retry.ts'

/**
 * How long a migration waits for a lock before it lets the running version through and tries again: whoever comes after
 * a waiting `alter table` waits as well.
 */
export const lockTimeout = '1s'

/** More than two minutes, for a transaction of the running version that lasts. */
const patience: Retry = { tries: 100, pause: defaultRetryPolicy.pause }

/** Runs the work again, after a pause, as long as other transactions hold its locks. It must have left nothing. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error) || !mayTryAgain(patience, attempt, startedAt)) throw error
      await backoff(patience, attempt)
    }
  }
}

/** Runs the work in a transaction in which no other process migrates: grants of two on one table would fail. */
export const alone = <T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> =>
  patiently(async () => {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = '${lockTimeout}'`)
      await client.query('lock table schema_migration in exclusive mode')
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })

const key = `hashtext('schema_migration')`

/**
 * Runs the work outside of a transaction while no other process does so. Who waits asks again and again: a statement that
 * waited would keep its snapshot, and `create index concurrently` waits for snapshots.
 * @throws behind a pooler, which would give the lock to one session and the work to another
 */
export async function aloneOutside<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (rows[0]?.pid !== processIdOf(client))
    throw new Error('The database is migrated past its pooler: give its own address in DATABASE_OWNER_URL.')
  for (let attempt = 1; !(await lock(client)); attempt += 1) await backoff(patience, attempt)
  try {
    return await work()
  } finally {
    // A lost connection has no lock any more.
    await client.query(`select pg_advisory_unlock(${key})`).catch(() => {})
  }
}

async function lock(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${key}) as got`)
  return rows[0]?.got ?? false
}
