import type pg from 'pg'
import type { Database } from '../../platform/db/database.ts'

/** Reads over one snapshot of the database, which changes nothing and can be long. */
export async function overOneSnapshot<T>(
  db: Database,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect()
  let failure: Error | undefined
  // A connection that is killed between two queries emits its error here; the next query fails too.
  const ignore = () => {}
  client.on('error', ignore)
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    client.off('error', ignore)
    client.release(failure)
  }
}
