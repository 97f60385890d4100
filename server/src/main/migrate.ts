import { readConfig } from '../config.ts'
import { migrationsFolder } from '../context.ts'
import { Database } from '../platform/db/database.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'

/** Brings the database to the schema of this program and ends. Exit 1 with one sentence where that cannot be. */
const config = readConfig(process.env)
const db = new Database({ url: config.DATABASE_URL, size: 1 })
try {
  const applied = await migrate(db, await readMigrations(migrationsFolder))
  process.stdout.write(
    applied.length > 0 ? `schema: applied ${applied.join(', ')}\n` : 'schema: up to date\n',
  )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await db.close()
}
