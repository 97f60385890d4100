import type pg from 'pg'
import { Database } from './database.ts'
import { isPreparedElsewhere } from './failures.ts'

/**
 * How a database is reached. `direct`: without a pooler, perhaps through a TCP router. `sound`: through a pooler that
 * supports prepared statements. `unsound`: through a pooler that loses them between two transactions.
 */
export type Reached = 'direct' | 'sound' | 'unsound'

/**
 * Number of attempts; more than the connections that a pooler usually keeps idle, so that one attempt gets another
 * connection.
 */
const tries = 8

/**
 * Detects a pooler such as PgBouncer between the application and the server. In transaction mode without support for
 * prepared statements (PgBouncer before 1.21), it would cause random failures later.
 */
export async function howReached(db: Database): Promise<Reached> {
  const client = await db.pool.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    // A pooler reports a process id of its own to each client, so equal ids mean a direct connection.
    if (rows[0]?.pid === processIdOf(client)) return 'direct'
  } finally {
    client.release()
  }
  return (await keepsStatements(db)) ? 'sound' : 'unsound'
}

/** The server process that the connection was opened to, or a number that a pooler made up. */
export const processIdOf = (client: pg.ClientBase): number | null | undefined =>
  (client as { processID?: number | null }).processID

/** Prepares a statement in one transaction, and runs it in another while the first connection is occupied. */
async function keepsStatements({ options }: Database): Promise<boolean> {
  const own = new Database({ ...options, size: 2 })
  const [first, second] = [await own.pool.connect(), await own.pool.connect()]
  const pid = async (client: pg.ClientBase) => {
    await client.query('begin')
    const { rows } = await client.query<{ pid: number }>({
      name: 'platform.db.check_pooler',
      text: 'select pg_backend_pid() as pid',
    })
    return rows[0]?.pid
  }
  try {
    for (let round = 0; round < tries; round += 1) {
      await pid(first)
      await first.query('commit')
      await pid(second)
      await pid(first)
      await first.query('commit')
      await second.query('commit')
    }
    return true
  } catch (error) {
    if (isPreparedElsewhere(error)) return false
    throw error
  } finally {
    for (const client of [first, second]) client.release(true)
    await own.close()
  }
}

/**
 * The error message for a pooler that closes a connection because it does not know the application's session options.
 */
export function poolerRefusal(error: unknown): string | null {
  if (!(error instanceof Error) || !/unsupported startup parameter/i.test(error.message)) return null
  return 'it is reached through a pooler that refuses session options: let it ignore them (PgBouncer: ignore_startup_parameters = options) and set them at the login (docs/operating/install.md, "A pooler")'
}
