import type pg from 'pg'
import type { Database, Queryable, Statement } from './database.ts'
import {
  busy,
  isAfterFailure,
  isConnectionLost,
  isLockTimeout,
  isPassing,
  isPoolExhausted,
} from './failures.ts'
import { pauseAfter, usualRetry } from './retry.ts'

/** One open transaction. Only `inTransaction` makes one. */
export class Transaction implements Queryable {
  /** Resolves when the transaction is open; see `TransactionOptions.eager`. */
  readonly begun: Promise<unknown>
  readonly #client: pg.PoolClient
  readonly #database: Database
  readonly #early: EarlyRelease | undefined
  readonly #deferred: Promise<unknown>[] = []
  #deferredFailure: { error: unknown } | undefined
  /** When the statements that were asked before have been sent; only a test makes them wait. */
  #sent: Promise<unknown> = Promise.resolve()
  #over = false
  #committing = false
  #unsound = false
  #lastFailure: unknown

  constructor(client: pg.PoolClient, database: Database, { early }: TransactionOptions) {
    this.#client = client
    this.#database = database
    this.#early = early
    this.begun = this.#ask('begin', { text: early ? beginUnflushed : begin })
    this.begun.catch(() => {})
  }

  /** COMMIT is on its way: from here on an error may come after the server has done it. */
  get committing(): boolean {
    return this.#committing
  }

  /** The driver has failed halfway through a statement, and what it knows of its connection may be wrong. */
  get unsound(): boolean {
    return this.#unsound
  }

  /** Statements that are asked at once are sent at once, and run in the order in which they were asked. */
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>> {
    const asked = this.#ask<Row>(statement.text, statement)
    asked.catch((error: unknown) => {
      if (!isAfterFailure(error)) this.#lastFailure = error
    })
    return asked
  }

  /**
   * Why the work failed. A statement that was on its way behind one that failed is refused for that alone, and the work
   * may have waited for this one first.
   */
  reasonOf(error: unknown): unknown {
    return isAfterFailure(error) ? (this.#lastFailure ?? error) : error
  }

  /**
   * Takes statements whose rows nobody waits for: COMMIT is sent right behind them, which saves a way to the server
   * and back. One that fails makes the server roll all of it back, so a statement must fail where it may not be done.
   */
  defer(statements: Promise<unknown>): void {
    statements.catch((error: unknown) => (this.#deferredFailure ??= { error }))
    this.#deferred.push(statements)
  }

  /**
   * Sends COMMIT behind all that was asked, and waits for both.
   * @throws RolledBack where the server has certainly undone it; anything else leaves the end unknown.
   */
  async commit(): Promise<void> {
    await this.#sent
    // What failed before it reached the server could not make it roll back; it has been told by the next tick.
    if (this.#deferred.length > 0) await new Promise<void>((resolve) => process.nextTick(resolve))
    if (this.#deferredFailure) {
      this.#unsound = true
      throw this.#deferredFailure.error
    }
    const committed = this.#commitConfirmed()
    committed.catch(() => {})
    const ended = await Promise.allSettled(this.#deferred)
    if ((await committed) === 'COMMIT') return
    const failed = ended.find((one) => one.status === 'rejected')
    throw new RolledBack(failed?.reason ?? new Error('COMMIT was answered with a rollback'))
  }

  /** No statement may reach the connection when the transaction is over: it may be another's by then. */
  end(): void {
    this.#over = true
  }

  /**
   * COMMIT whose wait for a synchronous standby was cancelled resolves as a success with only a notice (01000); the
   * row may still be lost with the primary, so it counts as unknown.
   */
  async #commitConfirmed(): Promise<string> {
    let cancelled = false
    const onNotice = (notice: { code?: string | undefined; message?: string | undefined }) => {
      if (notice.code === '01000' && /synchronous replication/.test(notice.message ?? '')) cancelled = true
    }
    this.#client.on('notice', onNotice)
    try {
      await this.#database.options.beforeStatement?.('commit', this.#client)
      this.#committing = true
      const committed = this.#send({ text: 'commit' }).then(({ command }) => {
        if (command === 'COMMIT') this.#early?.onReleased()
        return command
      })
      this.end()
      const flushed = this.#early && this.#flush(this.#early)
      // The connection is the next one's only when both are over.
      await Promise.allSettled([committed, flushed])
      const command = await committed
      if (command === 'COMMIT') await flushed
      if (cancelled)
        throw Object.assign(new Error('commit was not confirmed by a standby'), { code: '08006' })
      return command
    } finally {
      this.#client.off('notice', onNotice)
    }
  }

  async #flush({ flush }: EarlyRelease): Promise<void> {
    const before = this.#database.options.beforeStatement
    if (before) await before('flush', this.#client)
    const { rowCount } = await this.#client.query(flush)
    if (rowCount === 0)
      throw Object.assign(new Error('what was committed is not there any more'), { code: '08006' })
  }

  #ask<Row extends pg.QueryResultRow>(name: string, statement: Statement): Promise<pg.QueryResult<Row>> {
    const before = this.#database.options.beforeStatement
    if (!before) return this.#send(statement)
    const turn = this.#sent.then(() => before(name, this.#client))
    this.#sent = turn.catch(() => {})
    return turn.then(() => this.#send<Row>(statement))
  }

  #send<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>> {
    if (this.#over) return Promise.reject(new Error('the transaction is over'))
    return this.#client.query<Row>(statement)
  }
}

/** The server has undone the transaction for certain. */
class RolledBack extends Error {
  constructor(cause: unknown) {
    super('rolled back', { cause })
  }
}

export type TransactionOptions = {
  /**
   * True when running the work again is harmless even if the first run was committed without our knowing it: it
   * carries an idempotency key, or decides by state. Otherwise an unknown end is reported, not repeated.
   */
  repeatable: boolean
  /** Other failures after which another run may succeed. */
  again?: (error: unknown) => boolean
  /**
   * The work starts while BEGIN is still on its way, which saves a way to the server and back. It must wait for
   * `tx.begun` before it changes anything: a BEGIN that failed would leave each statement alone.
   */
  eager?: boolean
  early?: EarlyRelease | undefined
}

/**
 * COMMIT gives the locks back before the disk (and a synchronous standby) has it. The work is done, as ever, when they have:
 * see `docs/decisions/0018-locks-before-the-flush.md`.
 */
export type EarlyRelease = {
  /**
   * Sent right behind COMMIT: writes a commit of its own, which waits until all before it is safe, where it sees what the
   * transaction wrote, and gives no row where it does not: it may have come to a server that has lost it.
   */
  flush: Statement
  /** Called when the locks are free. */
  onReleased(): void
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
    const outcome = await tryOnce(database, options, work)
    if (outcome.kind === 'done') return outcome.value
    if (outcome.kind === 'failed' && (isLockTimeout(outcome.error) || isPoolExhausted(outcome.error)))
      throw busy()
    const again =
      outcome.kind === 'unknown'
        ? options.repeatable
        : isPassing(outcome.error) || (options.again?.(outcome.error) ?? false)
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
 * What is done in a transaction goes by keys, so a prepared statement is planned once for a connection and not for
 * each set of values. It would keep the plan that was good while a table was small, which is to read all of it; so
 * reading all of it is made the last resort from the start.
 */
const begin = 'begin; set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan'

const beginUnflushed = `${begin}; set local synchronous_commit = off`

async function tryOnce<T>(
  database: Database,
  options: TransactionOptions,
  work: (tx: Transaction) => Promise<T>,
): Promise<Outcome<T>> {
  let client: pg.PoolClient
  try {
    client = await database.pool.connect()
  } catch (error) {
    return { kind: 'failed', error }
  }
  let broken: Error | undefined
  // A connection that dies between two statements tells so by an event; the next statement then fails too.
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
    if (isConnectionLost(error)) broken = error as Error
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
