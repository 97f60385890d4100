import type pg from 'pg'
import type { Database, Queryable, Statement } from './database.ts'
import { busy, isConnectionLost, isLockTimeout, isPassing, isPoolExhausted } from './failures.ts'
import { pauseAfter, usualRetry } from './retry.ts'

/** One open transaction. Only `inTransaction` makes one. */
export class Transaction implements Queryable {
  readonly #client: pg.PoolClient
  readonly #database: Database

  constructor(client: pg.PoolClient, database: Database) {
    this.#client = client
    this.#database = database
  }

  async query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>> {
    await this.#database.options.beforeStatement?.(statement.text, this.#client)
    return this.#client.query<Row>(statement)
  }
}

export type TransactionOptions = {
  /**
   * True when running the work again is harmless even if the first run was committed without our knowing it: it
   * carries an idempotency key, or decides by state. Otherwise an unknown end is reported, not repeated.
   */
  repeatable: boolean
}

/**
 * Runs `work` in one READ COMMITTED transaction, again where the database says that another try may succeed
 * (serialisation failure, deadlock, failover, lost connection). `work` must have no effect outside the database.
 * @throws Refusal OVERLOADED when the tries are used up or the end is unknown and not repeatable.
 */
export async function inTransaction<T>(
  database: Database,
  options: TransactionOptions,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const retry = database.options.retry ?? usualRetry
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(database, work)
    if (outcome.kind === 'done') return outcome.value
    if (outcome.kind === 'failed' && (isLockTimeout(outcome.error) || isPoolExhausted(outcome.error)))
      throw busy()
    const again = outcome.kind === 'unknown' ? options.repeatable : isPassing(outcome.error)
    if (!again) throw outcome.kind === 'unknown' ? busy() : outcome.error
    if (attempt >= retry.tries) throw busy()
    await pauseAfter(retry, attempt)
  }
}

type Outcome<T> =
  | { kind: 'done'; value: T }
  /** Rolled back for certain. */
  | { kind: 'failed'; error: unknown }
  /** An error at or after COMMIT: it may have been done. */
  | { kind: 'unknown'; error: unknown }

/**
 * What is done in a transaction goes by keys. A prepared statement keeps the plan that was good while a table was
 * small, which is to read all of it, for as long as the connection lives; so reading all of it is made the last
 * resort from the start.
 */
const begin = 'begin; set local enable_seqscan = off'

async function tryOnce<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<Outcome<T>> {
  let client: pg.PoolClient
  try {
    client = await database.pool.connect()
  } catch (error) {
    return { kind: 'failed', error }
  }
  let committing = false
  let broken: Error | undefined
  // A connection that dies between two statements tells so by an event; the next statement then fails too.
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    await database.options.beforeStatement?.('begin', client)
    await client.query(begin)
    const shift = database.options.timeShift?.()
    if (shift) await client.query({ text: `select set_config('app.time_shift', $1, true)`, values: [shift] })
    const value = await work(new Transaction(client, database))
    await database.options.beforeStatement?.('commit', client)
    committing = true
    await commit(client)
    await database.options.afterCommit?.(client)
    return { kind: 'done', value }
  } catch (error) {
    if (isConnectionLost(error)) broken = error as Error
    if (committing) {
      broken ??= error as Error
      return { kind: 'unknown', error }
    }
    if (!broken) await client.query('rollback').catch((failure: Error) => (broken = failure))
    return { kind: 'failed', error }
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/**
 * COMMIT whose wait for a synchronous standby was cancelled resolves as a success with only a notice (01000); the
 * row may still be lost with the primary, so it counts as unknown.
 */
async function commit(client: pg.PoolClient): Promise<void> {
  let cancelled = false
  const onNotice = (notice: { code?: string | undefined; message?: string | undefined }) => {
    if (notice.code === '01000' && /synchronous replication/.test(notice.message ?? '')) cancelled = true
  }
  client.on('notice', onNotice)
  try {
    await client.query('commit')
  } finally {
    client.off('notice', onNotice)
  }
  if (cancelled) throw Object.assign(new Error('commit was not confirmed by a standby'), { code: '08006' })
}
