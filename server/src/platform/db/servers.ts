import pg from 'pg'

/** The error for a server that refuses writes, as PostgreSQL itself reports it (read_only_sql_transaction). */
const readOnly = () =>
  Object.assign(new Error('this server takes no writes (it is a standby, or was demoted)'), { code: '25006' })

/** Connection timeout in milliseconds; after it the next server of the list is tried. */
const connectWithinMs = 2_000

type Connected = (error: Error | null) => void

/**
 * The servers of a cluster. Connections go to the server that was used last. After a failed connection, or if the
 * server refuses writes, the next in the list is tried. The retries of `inTransaction` and `Database.query` thereby go
 * through the list during a failover.
 */
export class Servers {
  /** The client class for the pool: it connects to the current server. */
  readonly Client: typeof pg.Client
  readonly #addresses: readonly string[]
  readonly #placeOf = new WeakMap<object, number>()
  #place = 0

  /**
   * Begins with the first server.
   * @param addresses one connection string for each server
   */
  constructor(addresses: readonly string[]) {
    this.#addresses = addresses
    // oxlint-disable-next-line typescript/no-this-alias -- the clients of the pool share this list
    const servers = this
    this.Client = class extends pg.Client {
      constructor(config: pg.ClientConfig) {
        super({
          ...config,
          connectionString: servers.current(),
          connectionTimeoutMillis: connectWithinMs,
        })
        servers.#placeOf.set(this, servers.#place)
      }

      // The signature that the pool uses: it connects with a callback.
      override connect(connected?: Connected): Promise<this>
      override connect(connected: Connected): void
      override connect(connected: Connected = () => {}): Promise<this> | void {
        return super.connect((error: Error | null) => {
          if (error) servers.leave(this)
          connected(error)
        })
      }
    }
  }

  /**
   * Checks that the server of a new connection accepts writes.
   * @throws an error with SQLSTATE 25006, which is retried, if it does not
   */
  async requireWritable(client: pg.ClientBase): Promise<void> {
    if (await isWritable(client)) return
    this.leave(client)
    throw readOnly()
  }

  /**
   * Checks that the server of a new connection is a replica.
   * @throws if it is not
   */
  async requireStandby(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    if (rows[0]?.standby) return
    this.leave(client)
    throw new Error('this server is not a replica')
  }

  current(): string {
    return this.#addresses[this.#place % this.#addresses.length] ?? ''
  }

  /** Moves on to the next server. If many connections fail together, only the first of them does so. */
  leave(client: object): void {
    if (this.#placeOf.get(client) === this.#place) this.#place += 1
  }
}

/** The longest wait of a health probe in milliseconds, shorter than the usual timeout of load balancers. */
const probeMs = 2_000

/** Health probe: whether the server accepts writes; false also if it does not answer within two seconds. */
export async function takesWrites(db: Asked): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), probeMs)
  })
  const asked = isWritable(db).catch(() => false)
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(timer))
}

type Asked = { query(text: { text: string }): Promise<{ rows: unknown[] }> }

/** Whether the server accepts writes: false on a standby, and if default_transaction_read_only is on. */
export async function isWritable(db: Asked): Promise<boolean> {
  const { rows } = await db.query({ text: `select current_setting('transaction_read_only') as read_only` })
  return (rows[0] as { read_only?: string } | undefined)?.read_only === 'off'
}
