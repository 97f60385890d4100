import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { type FailPoints, sending } from '../fail-points.ts'
import { bindPersonal, parseJson, type PersonalData } from '../keys/personal-data.ts'
import { readTarget } from './connection-url.ts'
import { isOutcomeUnknown, isPoolExhausted, isRetryable } from './failures.ts'
import { backoff, defaultRetryPolicy, mayTryAgain, type Retry } from './retry.ts'
import { Servers } from './servers.ts'

/** Parses a bigint of PostgreSQL, the type of every amount and id, into a number that represents it exactly. */
function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond 2^53-1`)
  return value
}

const int8 = 20
const date = 1082
const textType = 25
const jsonTypes = [114, 3802]

/** Converts values of the database into those of the program, and decrypts personal data in any column. */
const typesWith = (personal: PersonalData | undefined): pg.CustomTypesConfig => ({
  getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (oid === int8) return parseBigint
    // A business day stays the text YYYY-MM-DD, because a Date would shift it by the process's time zone.
    if (oid === date) return (value: string) => value
    if (personal && oid === textType) return (value: string) => personal.open(value)
    if (personal && jsonTypes.includes(oid)) return (value: string) => parseJson(value, personal)
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown
  },
})

export type DatabaseOptions = {
  url: string
  size: number
  /**
   * A statement without a response after this many milliseconds counts as lost: its connection is closed and its
   * outcome is unknown. Needed because a server behind a failed router neither answers nor refuses. Unlimited by
   * default, for long statements.
   */
  answerWithinMs?: number | undefined
  /** The role to act as, if it exists. */
  role?: string | undefined
  /** A shift of the database's time for tests, e.g. '2 days'; read again for each transaction. */
  timeShift?: (() => string | undefined) | undefined
  /** Encrypts values that are `Sealed` and decrypts them; without it they are stored in plain text. */
  personal?: PersonalData | undefined
  /** Whether the data can be recreated after a crash of the machine, so that commits need not wait for the disk. */
  madeAgain?: boolean | undefined
  /** How transient failures are retried; `defaultRetryPolicy` by default. */
  retry?: Retry | undefined
  /** Points at which this process kills itself, for crash tests; never in production. */
  failPoints?: FailPoints | undefined
  /** Whether only connections to a replica are used; a connection attempt is given up after a second. */
  standby?: boolean | undefined
  /**
   * Called before each statement, including `begin` and `commit`: a replica checks how far its server has replayed the
   * log (`replica.ts`), and a test makes statements fail (`testing/faults.ts`).
   */
  beforeStatement?: ((text: string, client: pg.ClientBase) => void | Promise<void>) | undefined
  /** Lets a test lose the response to a COMMIT: the server has committed, but the caller does not learn of it. */
  afterCommit?: ((client: pg.ClientBase) => void | Promise<void>) | undefined
}

export type Queryable = {
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>>
}

/** Named statements are prepared once per connection, which halves their cost in the server. */
export type Statement = { name?: string; text: string; values?: unknown[] }

export class Database implements Queryable {
  readonly pool: pg.Pool
  readonly options: DatabaseOptions
  /** The number of failovers that had happened when each connection was opened. */
  readonly #sinceFailover = new WeakMap<pg.ClientBase, number>()
  #failovers = 0
  #certificateEndsAt: Date | null = null

  constructor(options: DatabaseOptions) {
    this.options = options
    const {
      servers: addresses,
      options: requested,
      mustWrite,
    } = readTarget(options.url, options.standby ? 'READ_DATABASE_URL' : undefined)
    const servers = new Servers(addresses)
    this.pool = new pg.Pool({
      ...(addresses.length > 1 ? { Client: servers.Client } : { connectionString: addresses[0] }),
      ...((mustWrite || options.standby) && {
        // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it; its types do not say so
        onConnect: (client: pg.ClientBase) =>
          options.standby ? servers.requireStandby(client) : servers.requireWritable(client),
      }),
      ...(options.answerWithinMs !== undefined && { query_timeout: options.answerWithinMs }),
      max: options.size,
      // TCP keepalive, so that the kernel detects a vanished peer also on an idle connection.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      types: typesWith(options.personal),
      application_name: 'pematang',
      // Statements that do not depend on each other's rows are sent together and answered in order.
      pipeline: true,
      connectionTimeoutMillis: options.standby ? 1_000 : 10_000,
      idleTimeoutMillis: 30_000,
      // lock_timeout limits the wait for another transaction. There is no statement_timeout, because it would also
      // apply to COMMIT. JIT is off, because compiling takes seconds for statements that run in less than a
      // millisecond.
      options: [
        requested,
        options.role ? `-c role=${options.role}` : '',
        options.madeAgain ? '-c synchronous_commit=off' : '',
        '-c lock_timeout=5s -c idle_in_transaction_session_timeout=30s -c timezone=UTC -c jit=off',
      ].join(' '),
    })
    // The pool replaces a connection that breaks while idle; an unhandled error event would end the process.
    this.pool.on('error', () => {})
    this.pool.on('connect', (client) => {
      // A new connection may be ended before its caller listens, even in the packet that opens it; the caller's first
      // statement then fails.
      client.on('error', () => {})
      this.#sinceFailover.set(client, this.#failovers)
      this.#certificateEndsAt = certificateEndOf(client)
    })
  }

  /**
   * When the certificate ends that the server showed to the newest connection; null without TLS. An older connection may
   * have been shown one that was renewed since.
   */
  get certificateEndsAt(): Date | null {
    return this.#certificateEndsAt
  }

  /**
   * A connection for a transaction. One that was opened before the last failover is closed, because it leads to the
   * demoted server.
   */
  async connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.pool.connect()
      if ((this.#sinceFailover.get(client) ?? 0) === this.#failovers) return client
      client.release(true)
    }
  }

  /** Called when a write was refused because the server no longer accepts writes. */
  onDemoted(client: pg.ClientBase): void {
    if (this.#sinceFailover.get(client) === this.#failovers) this.#failovers += 1
  }

  /**
   * Runs one statement outside a transaction, and again after a transient failure. If the connection is lost while it
   * runs, only a read is repeated, because the outcome of a write is unknown.
   */
  async query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>> {
    const retry = this.options.retry ?? defaultRetryPolicy
    const startedAt = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sending(this.options.failPoints, statement, () => this.#ask<Row>(statement))
      } catch (error) {
        const again =
          isRetryable(error) && !isPoolExhausted(error) && (isQuestion(statement) || !isOutcomeUnknown(error))
        if (!again || !mayTryAgain(retry, attempt, startedAt)) throw error
        await backoff(retry, attempt)
      }
    }
  }

  /** Encrypts the sealed values of a statement. */
  bind(statement: Statement): Statement {
    const values = bindPersonal(statement.values, this.options.personal)
    return values ? { ...statement, values } : statement
  }

  async #ask<Row extends pg.QueryResultRow>(asked: Statement): Promise<pg.QueryResult<Row>> {
    const statement = this.bind(asked)
    const shift = this.options.timeShift?.()
    if (!shift && !this.options.beforeStatement) return this.pool.query<Row>(statement)
    const client = await this.pool.connect()
    // The running statement fails too; an unhandled error event would end the process.
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

function certificateEndOf(client: pg.ClientBase): Date | null {
  const { stream } = (client as pg.Client).connection
  const certificate = stream instanceof TLSSocket ? stream.getPeerX509Certificate() : undefined
  return certificate ? new Date(certificate.validTo) : null
}

/** Whether a statement only reads. In doubtful cases it counts as a write. */
const isQuestion = ({ text }: Statement): boolean =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|merge|call)\b/i.test(text)

export async function many<Row extends pg.QueryResultRow>(
  db: Queryable,
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await db.query<Row>({ name, text, values })).rows
}

/** The only row of a query, or undefined. More than one row is a bug in the query. */
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

/** The only row of a query that always returns exactly one. */
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

/**
 * Runs a statement.
 * @returns how many rows it changed
 */
export async function run(
  db: Queryable,
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<number> {
  return (await db.query({ name, text, values })).rowCount ?? 0
}
