import type pg from 'pg'
import type { Database } from './database.ts'
import {
  busy,
  isConnectionUseless,
  isDemoted,
  isLockTimeout,
  isPoolExhausted,
  isRetryable,
} from './failures.ts'
import { RolledBack, Transaction } from './open-transaction.ts'
import { backoff, defaultRetryPolicy, mayTryAgain } from './retry.ts'
import type { TransactionOptions } from './transaction-options.ts'

export { nameByKeys, type Transaction } from './open-transaction.ts'
export type { TransactionOptions } from './transaction-options.ts'

/**
 * Runs `work` in one READ COMMITTED transaction, and again after transient failures (serialisation failure, deadlock,
 * failover, lost connection). `work` must have no effect outside the database.
 * @throws Refusal OVERLOADED when the attempts are used up, or the outcome is unknown and not repeatable.
 */
export async function inTransaction<T>(
  database: Database,
  options: TransactionOptions,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const retry = database.options.retry ?? defaultRetryPolicy
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(database, options, work)
    if (outcome.kind === 'done') return outcome.value
    if (outcome.kind === 'failed' && (isLockTimeout(outcome.error) || isPoolExhausted(outcome.error)))
      throw busy(outcome.error)
    const again =
      outcome.kind === 'unknown'
        ? options.repeatable
        : isRetryable(outcome.error) || (options.again?.(outcome.error) ?? false)
    if (!again) throw outcome.kind === 'unknown' ? busy(outcome.error) : outcome.error
    if (!mayTryAgain(retry, attempt, startedAt)) throw busy(outcome.error)
    await backoff(retry, attempt)
  }
}

type Outcome<T> =
  | { kind: 'done'; value: T }
  /** The transaction was certainly rolled back. */
  | { kind: 'failed'; error: unknown }
  /** An error at or after COMMIT: the transaction may have been committed. */
  | { kind: 'unknown'; error: unknown }

async function tryOnce<T>(
  database: Database,
  options: TransactionOptions,
  work: (tx: Transaction) => Promise<T>,
): Promise<Outcome<T>> {
  let client: pg.PoolClient
  try {
    client = await database.connect()
  } catch (error) {
    return { kind: 'failed', error }
  }
  let broken: Error | undefined
  // A connection that breaks between two statements emits an event; the next statement then fails too.
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  const tx = new Transaction(client, database, options)
  try {
    const shift = database.options.timeShift?.()
    if (!options.eager || shift) await tx.begun
    if (shift) await client.query({ text: `select set_config('app.time_shift', $1, true)`, values: [shift] })
    const value = await work(tx)
    await tx.commit()
    await database.options.afterCommit?.(client)
    return { kind: 'done', value }
  } catch (thrown) {
    tx.end()
    const error = tx.reasonOf(thrown)
    if (isConnectionUseless(error)) broken = error as Error
    if (isDemoted(error)) {
      broken = error as Error
      database.onDemoted(client)
    }
    if (error instanceof RolledBack) return { kind: 'failed', error: tx.reasonOf(error.cause) }
    if (tx.committing) {
      broken ??= error as Error
      return { kind: 'unknown', error }
    }
    if (tx.unsound) broken ??= error as Error
    if (!broken) await client.query('rollback').catch((failure: Error) => (broken = failure))
    return { kind: 'failed', error }
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}
