import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { Database } from '../src/platform/db/database.ts'
import { inDatabase, withClient } from './global-setup.ts'

/** Empty databases of one test, or copies of another: `open` creates one, `close` drops all of them. */
export function emptyDatabases() {
  const made: { name: string; db: Database }[] = []
  return {
    /** @param template the name of a database without connections */
    async open(template = 'template1'): Promise<Database> {
      const name = `test_${randomBytes(8).toString('hex')}`
      await withClient(inject('postgresUrl'), async (client) => {
        await client.query(`create database ${name} template ${template}`)
      })
      const db = new Database({ url: inDatabase(inject('postgresUrl'), name), size: 1 })
      made.push({ name, db })
      return db
    },
    async close(): Promise<void> {
      for (const { name, db } of made.splice(0)) {
        await db.close()
        await withClient(inject('postgresUrl'), async (client) => {
          await client.query(`drop database ${name} with (force)`)
        })
      }
    },
  }
}
