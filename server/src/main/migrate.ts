import { existsSync } from 'node:fs'
import { addAuditKey } from '../platform/audit/keys.ts'
import { lastLink } from '../platform/audit/seal.ts'
import { Database } from '../platform/db/database.ts'
import { isForbidden } from '../platform/db/failures.ts'
import { migrate } from '../platform/db/migrate.ts'
import { readMigrations } from '../platform/db/migration-files.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { whenReachable } from '../platform/db/when-reachable.ts'
import { type MigrationSettings, migrationsFolder, readMigrationSettings } from './migration-settings.ts'

/** How many milliseconds to wait for a database that cannot be reached. */
const limitMs = 60_000

/**
 * Migrates the database to this program's schema; exit 1 with a message if it cannot. Needs the login that owns the
 * tables, which need not be the app's.
 */
let db: Database | undefined
try {
  const settings = readMigrationSettings(process.env)
  const owner = new Database({ url: settings.url, size: 1 })
  db = owner
  const migrations = await readMigrations(migrationsFolder)
  const applied = await whenReachable(settings.name, () => migrate(owner, migrations), { limitMs })
  process.stdout.write(
    applied.length > 0 ? `schema: applied ${applied.join(', ')}\n` : 'schema: up to date\n',
  )
  await makeAuditKey(db, settings)
} catch (error) {
  const words = error instanceof Error ? error.message : String(error)
  const way = isForbidden(error)
    ? ': DATABASE_OWNER_URL names a login that owns the tables and may make new ones'
    : ''
  process.stderr.write(`${words}${way}\n`)
  process.exitCode = 1
} finally {
  await db?.close()
}

/**
 * Creates the first audit key of an installation in the file that `npm start` configured; audit rows sealed before it
 * stay without a key. In production an operator creates it (`audit add-key`).
 */
async function makeAuditKey(
  books: Database,
  { auditKeyFile: file, isProduction }: MigrationSettings,
): Promise<void> {
  if (file === null || isProduction || existsSync(file)) return
  const { seq } = await inTransaction(books, { repeatable: true }, lastLink)
  addAuditKey(file, 'first', seq + 1)
  process.stdout.write(`audit: made a key for the audit trail, from row ${seq + 1} on, in ${file}\n`)
}
