import type pg from 'pg'
import { sending } from '../fail-points.ts'
import { CopyStatement } from './copy.ts'
import type { Database, Queryable, Statement } from './database.ts'
import { isAfterFailure } from './failures.ts'
import type { EarlyRelease, TransactionOptions } from './transaction-options.ts'

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

const beginOf = ({ byKeys, early, snapshot }: TransactionOptions): string =>
  [
    snapshot ? 'begin transaction isolation level repeatable read, read only' : 'begin',
    ...(byKeys ? ['set local plan_cache_mode = force_generic_plan', 'set local enable_seqscan = off'] : []),
    ...(early ? ['set local synchronous_commit = off'] : []),
  ].join('; ')

/**
 * Returns a separate statement name, because under the same name a connection would use the plan cached by another
 * transaction.
 */
export const nameByKeys = (name: string): string => `${name}*`

/** The server has certainly rolled the transaction back. */
export class RolledBack extends Error {
  constructor(cause: unknown) {
    super('rolled back', { cause })
  }
}
