import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { migrationsFolder } from '../src/main/testing.ts'
import { Database } from '../src/platform/db/database.ts'
import { migrate, readMigrations } from '../src/platform/db/migrate.ts'
import { inDatabase, withClient } from './global-setup.ts'

/**
 * Inserts `rows` with the schema from before the migration whose file name ends like this, and reads the migrated
 * database.
 */
export async function withMigrated<T>(
  migration: string,
  rows: string,
  read: (db: Database) => Promise<T>,
): Promise<T> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await withClient(inject('postgresUrl'), async (client) => {
    await client.query(`create database ${name}`)
  })
  const db = new Database({ url: inDatabase(inject('postgresUrl'), name), size: 1 })
  try {
    const migrations = await readMigrations(migrationsFolder)
    const before = migrations.slice(
      0,
      migrations.findIndex((one) => one.name.endsWith(migration)),
    )
    await migrate(db, before)
    await db.query({ text: rows })
    await migrate(db, migrations)
    return await read(db)
  } finally {
    await db.close()
    await withClient(inject('postgresUrl'), async (client) => {
      await client.query(`drop database ${name} with (force)`)
    })
  }
}
