import type pg from 'pg'
import { sending } from '../fail-points.ts'
import { CopyStatement } from './copy.ts'
import type { Database, Queryable, Statement } from './database.ts'
import {
  busy,
  isAfterFailure,
  isConnectionUseless,
  isDemoted,
  isLockTimeout,
  isPoolExhausted,
  isRetryable,
} from './failures.ts'
import { backoff, defaultRetryPolicy, mayTryAgain } from './retry.ts'

/** One open transaction. Only `inTransaction` creates one. */
export class Transaction implements Queryable {
  /** Resolves when the transaction is open; see `TransactionOptions.eager`. */
  readonly begun: Promise<unknown>
  readonly #client: pg.PoolClient
  readonly #database: Database
  readonly #early: EarlyRelease | undefined
  readonly #byKeys: boolean
  readonly #deferred: Promise<unknown>[] = []
  #deferredFailure: { error: unknown } | undefined
  /** Resolves when the earlier statements have been sent; only tests delay them. */
  #sent: Promise<unknown> = Promise.resolve()
  #over = false
  #copying = false
  #corked = false
  #committing = false
  #unsound = false
  #lastFailure: unknown

  constructor(client: pg.PoolClient, database: Database, options: TransactionOptions) {
    this.#client = client
    this.#database = database
    this.#early = options.early
    this.#byKeys = options.byKeys ?? false
    this.begun = this.#ask('begin', { text: beginOf(options) })
    this.begun.catch(() => {})
  }

  /** Whether COMMIT has been sent, so that a later error may occur after the server has committed. */
  get committing(): boolean {
    return this.#committing
  }

  /** Whether the driver failed while handling a statement, so that the state of its connection may be wrong. */
  get unsound(): boolean {
    return this.#unsound
  }

  /** Runs a statement. Statements that are started together are sent together and executed in order. */
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>> {
    const asked = this.#ask<Row>(statement.text, statement)
    asked.catch((error: unknown) => {
      if (!isAfterFailure(error)) this.#lastFailure = error
    })
    return asked
  }

  /**
   * Appends rows to a table by COPY, which takes a fraction of the time of INSERT. No other statement may be sent until
   * it has ended: the server would read it as a row.
   * @param into the table and its columns, e.g. `loan (id, name)`
   * @param rows as `copyRow` writes them
   */
  async copy(into: string, rows: readonly string[]): Promise<void> {
    const text = `copy ${into} from stdin`
    await this.#sent
    await this.#database.options.beforeStatement?.(text, this.#client)
    if (this.#over) throw new Error('the transaction is over')
    this.#copying = true
    try {
      await sending(
        this.#database.options.failPoints,
        { text },
        () =>
          new Promise<void>((resolve, reject) => {
            this.#client.query(new CopyStatement(text, rows, (error) => (error ? reject(error) : resolve())))
          }),
      )
    } catch (error) {
      if (!isAfterFailure(error)) this.#lastFailure = error
      throw error
    } finally {
      this.#copying = false
    }
  }

  /**
   * The error that made the work fail. A statement pipelined behind a failed one is only rejected because of that, and
   * the work may have awaited the later one first.
   */
  reasonOf(error: unknown): unknown {
    return isAfterFailure(error) ? (this.#lastFailure ?? error) : error
  }

  /**
   * Adds statements whose results are not needed: COMMIT is sent directly behind them, which saves a round trip. If a
   * precondition no longer holds, a statement must fail, because only a failure makes the server roll back.
   */
  defer(statements: Promise<unknown>): void {
    statements.catch((error: unknown) => (this.#deferredFailure ??= { error }))
    this.#deferred.push(statements)
  }

  /**
   * Sends COMMIT behind all earlier statements, and waits for both.
   * @throws RolledBack if the server has certainly rolled back; after any other error the outcome is unknown.
   */
  async commit(): Promise<void> {
    await this.#sent
    // A statement that failed before it reached the server could not cause a rollback; its rejection is visible after
    // the next tick.
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

  /**
   * Marks the transaction as ended. No statement may be sent afterwards, because the connection may belong to another
   * transaction.
   */
  end(): void {
    this.#over = true
  }

  /**
   * Waits for COMMIT. If its wait for a synchronous standby was cancelled, it succeeds with only a notice (01000). Its
   * rows may still be lost with the primary, so the outcome counts as unknown.
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
      // The connection may be reused only when both statements have ended.
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

  async #flush({ flush: flushOf }: EarlyRelease): Promise<void> {
    const flush = flushOf()
    if (!flush) return
    const before = this.#database.options.beforeStatement
    if (before) await before('flush', this.#client)
    const { rowCount } = await sending(this.#database.options.failPoints, { ...flush, name: 'flush' }, () =>
      this.#written(flush),
    )
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

  /**
   * Writes the statements of one turn of the event loop to the socket together: a separate write for each would wake up
   * the server each time, which costs more than a small statement.
   */
  #written<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>> {
    if (!this.#corked) {
      this.#corked = true
      const { stream } = this.#client.connection
      stream.cork()
      process.nextTick(() => {
        this.#corked = false
        stream.uncork()
      })
    }
    return this.#client.query<Row>(statement)
  }

  #planned(statement: Statement): Statement {
    const { name } = statement
    return this.#byKeys && name !== undefined ? { ...statement, name: nameByKeys(name) } : statement
  }

  #send<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>> {
    if (this.#over) return Promise.reject(new Error('the transaction is over'))
    if (this.#copying) return Promise.reject(new Error('rows are being copied'))
    try {
      const bound = this.#planned(this.#database.bind(statement))
      return sending(this.#database.options.failPoints, statement, () => this.#written(bound))
    } catch (error) {
      // A value that cannot be encrypted makes the statement fail.
      return Promise.reject(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

/**
 * Returns a separate statement name, because under the same name a connection would use the plan cached by another
 * transaction.
 */
export const nameByKeys = (name: string): string => `${name}*`

/** The server has certainly rolled the transaction back. */
class RolledBack extends Error {
  constructor(cause: unknown) {
    super('rolled back', { cause })
  }
}

export type TransactionOptions = {
  /**
   * Whether running the work again is harmless although the first run may have been committed, because it has an
   * idempotency key or checks the state. If false, an unknown outcome is reported and the work is not repeated.
   */
  repeatable: boolean
  /** Further errors after which another attempt may succeed. */
  again?: (error: unknown) => boolean
  /**
   * Whether the work starts before the response to BEGIN arrives, which saves a round trip. It must await `tx.begun`
   * before it changes anything: if BEGIN failed, each statement would be committed separately.
   */
  eager?: boolean
  /**
   * Set for frequent work that finds rows by sets of keys: its statements are planned once per connection, and never
   * with a sequential scan (see `docs/decisions/0009-fundings-in-sets.md`).
   */
  byKeys?: boolean
  early?: EarlyRelease | undefined
}

/**
 * Releases the locks at COMMIT, before it is flushed to the disk (and a synchronous standby). The work still resolves
 * only after the flush: see `docs/decisions/0018-locks-before-the-flush.md`.
 */
export type EarlyRelease = {
  /**
   * Sent directly behind COMMIT. It commits a write of its own, which waits until all earlier commits are durable. It
   * returns a row only if it sees the writes of the transaction, because it may reach a server that has lost them. Null
   * if the transaction has written nothing. Called when COMMIT is sent.
   */
  flush: () => Statement | null
  /** Called when the locks are released. */
  onReleased(): void
}

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

const beginOf = ({ byKeys, early }: TransactionOptions): string =>
  [
    'begin',
    ...(byKeys ? ['set local plan_cache_mode = force_generic_plan', 'set local enable_seqscan = off'] : []),
    ...(early ? ['set local synchronous_commit = off'] : []),
  ].join('; ')

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
