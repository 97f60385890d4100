import pg from 'pg'
import { isPassing, isPoolExhausted, mayHaveRun } from './failures.ts'
import { pauseAfter, type Retry, usualRetry } from './retry.ts'

/** PostgreSQL's bigint, where every amount and id lives, as a number that holds it exactly. */
function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond 2^53-1`)
  return value
}

const int8 = 20
const date = 1082
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (oid === int8) return parseBigint
    // A business day stays the text YYYY-MM-DD: a Date would shift it by the process's time zone.
    if (oid === date) return (text: string) => text
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown
  },
}

export type DatabaseOptions = {
  url: string
  /** Connections at most. */
  size: number
  /** Act with the rights of this role, where it exists. */
  role?: string | undefined
  /** A test shifts the database's time by this interval, e.g. '2 days'; asked anew for each transaction. */
  timeShift?: (() => string | undefined) | undefined
  /** All that is written can be made again after a crash of the machine: commits do not wait for its disk. */
  madeAgain?: boolean | undefined
  /** How often failures that pass are tried again; the usual way by default. */
  retry?: Retry | undefined
  /** A test breaks statements on purpose here, `begin` and `commit` too (see `testing/faults.ts`). */
  beforeStatement?: ((text: string, client: pg.ClientBase) => void | Promise<void>) | undefined
  /** A test loses the answer of a COMMIT here: the server has committed, the caller does not learn of it. */
  afterCommit?: ((client: pg.ClientBase) => void | Promise<void>) | undefined
}

/** What a question to the database needs: a pool or a transaction. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>>
}

/** Named statements are prepared once per connection, which halves their cost in the server. */
export type Statement = { name?: string; text: string; values?: unknown[] }

export class Database implements Queryable {
  readonly pool: pg.Pool
  readonly options: DatabaseOptions

  constructor(options: DatabaseOptions) {
    this.options = options
    this.pool = new pg.Pool({
      connectionString: options.url,
      max: options.size,
      types,
      application_name: 'pematang',
      // Statements that do not need each other's rows are sent together and answered in their order.
      pipeline: true,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      // lock_timeout bounds the wait for another request; a statement_timeout would also hit COMMIT, so there is none.
      options: [
        options.role ? `-c role=${options.role}` : '',
        options.madeAgain ? '-c synchronous_commit=off' : '',
        '-c lock_timeout=5s -c idle_in_transaction_session_timeout=30s -c timezone=UTC',
      ].join(' '),
    })
    // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
    this.pool.on('error', () => {})
  }

  /**
   * One statement outside a transaction. It is run again after a failure that passes; where the connection was lost
   * under way only if it is a question, because nobody knows then whether a change was made.
   */
  async query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>> {
    const retry = this.options.retry ?? usualRetry
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#ask<Row>(statement)
      } catch (error) {
        const again =
          isPassing(error) && !isPoolExhausted(error) && (isQuestion(statement) || !mayHaveRun(error))
        if (!again || attempt >= retry.tries) throw error
        await pauseAfter(retry, attempt)
      }
    }
  }

  async #ask<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>> {
    const shift = this.options.timeShift?.()
    if (!shift && !this.options.beforeStatement) return this.pool.query<Row>(statement)
    const client = await this.pool.connect()
    // The statement under way fails too; without a listener the event would end the process.
    const onError = () => {}
    client.on('error', onError)
    try {
      await this.options.beforeStatement?.(statement.text, client)
      if (shift)
        await client.query({ text: `select set_config('app.time_shift', $1, false)`, values: [shift] })
      return await client.query<Row>(statement)
    } finally {
      if (shift) await client.query(`select set_config('app.time_shift', '', false)`).catch(() => {})
      client.off('error', onError)
      client.release()
    }
  }

  async close(): Promise<void> {
    await this.pool.end()
  }
}

/** Plainly reads: no word in it changes anything. What is not sure counts as a change. */
const isQuestion = ({ text }: Statement): boolean =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|merge|call)\b/i.test(text)

/** The rows of a question. */
export async function many<Row extends pg.QueryResultRow>(
  db: Queryable,
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await db.query<Row>({ name, text, values })).rows
}

/** The only row of a question, or undefined. More than one is a fault of the question. */
export async function maybe<Row extends pg.QueryResultRow>(
  db: Queryable,
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<Row | undefined> {
  const rows = await many<Row>(db, name, text, values)
  if (rows.length > 1) throw new Error(`${name} gave ${rows.length} rows where one at most was expected`)
  return rows[0]
}

/** The row that a question always has. */
export async function one<Row extends pg.QueryResultRow>(
  db: Queryable,
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<Row> {
  const row = await maybe<Row>(db, name, text, values)
  if (!row) throw new Error(`${name} gave no row where one was expected`)
  return row
}

/** How many rows a statement changed. */
export async function run(
  db: Queryable,
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<number> {
  return (await db.query({ name, text, values })).rowCount ?? 0
}
