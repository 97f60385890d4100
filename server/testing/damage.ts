import { Database } from '../src/platform/db/database.ts'
import type { Fixture } from './fixture.ts'

/**
 * Changes rows past the guards of the database, as an owner of the database could. A test must repair what it damages
 * before it audits the books.
 */
export async function damage(fixture: Fixture, sql: string, values: unknown[] = []): Promise<void> {
  const owner = new Database({ url: fixture.databaseUrl, size: 1 })
  const client = await owner.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(sql, values)
    await client.query('commit')
  } finally {
    client.release()
    await owner.close()
  }
}
