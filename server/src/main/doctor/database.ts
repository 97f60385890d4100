import { checkServer, serverProblem } from '../../platform/db/check-server.ts'
import { Database, one } from '../../platform/db/database.ts'
import { newestMigration } from '../../platform/db/migration-files.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/settings/config.ts'
import { isProduction } from '../../platform/settings/production.ts'
import { openDatabase } from '../make-context.ts'
import { migrationsFolder } from '../migration-settings.ts'
import { type Check, Wrong } from './check.ts'

/** The difference between the clocks of the app and the database from which on somebody has to look, milliseconds. */
const mostSkewMs = 5_000

/** The databases, with the logins and rights that the settings give, and the clock of the first. */
export function databaseChecks(config: Config, ownerUrl: string | undefined, clock: Clock): Check[] {
  const { DATABASE_URL: url, READ_DATABASE_URL: readUrl } = config
  return [
    { name: 'basis data', run: () => checkRights(config) },
    { name: 'jam', run: () => using(url, (db) => checkClock(db, clock)) },
    ...(ownerUrl === undefined
      ? []
      : [{ name: 'pemilik basis data', run: () => using(ownerUrl, checkOwner) }]),
    ...(readUrl === null ? [] : [{ name: 'replika', run: () => using(readUrl, checkReplica) }]),
  ]
}

async function checkRights(config: Config): Promise<string> {
  const db = await openDatabase(config)
  try {
    const number = await newestMigration(migrationsFolder)
    const problem = serverProblem(await checkServer(db, number), isProduction(config))
    if (problem !== null) throw new Error(problem)
    return `skema ${number}, dengan hak aplikasi`
  } finally {
    await db.close()
  }
}

async function using(url: string, check: (db: Database) => Promise<string>): Promise<string> {
  const db = new Database({ url, size: 1 })
  try {
    return await check(db)
  } finally {
    await db.close()
  }
}

async function checkClock(db: Database, clock: Clock): Promise<string> {
  await one(db, 'main.doctor.connect', 'select 1 as one')
  const before = clock.now().getTime()
  const { at } = await one<{ at: Date }>(db, 'main.doctor.clock', 'select clock_timestamp() as at')
  const middle = (before + clock.now().getTime()) / 2
  const seconds = ((middle - at.getTime()) / 1000).toFixed(1)
  const words = `${seconds} detik di depan basis data`
  if (Math.abs(middle - at.getTime()) > mostSkewMs) throw new Wrong(`${words}: samakan keduanya dengan NTP`)
  return words
}

async function checkOwner(db: Database): Promise<string> {
  const { login, may } = await one<{ login: string; may: boolean }>(
    db,
    'main.doctor.owner',
    `select session_user::text as login, has_schema_privilege(current_schema(), 'CREATE') as may`,
  )
  if (!may) throw new Wrong(`login ${login} dari DATABASE_OWNER_URL tidak berhak membuat tabel`)
  return `login ${login} berhak menjalankan migrasi`
}

async function checkReplica(db: Database): Promise<string> {
  const { standby } = await one<{ standby: boolean }>(
    db,
    'main.doctor.replica',
    'select pg_is_in_recovery() as standby',
  )
  if (!standby)
    throw new Wrong('READ_DATABASE_URL tidak menyebut replika, sehingga semua dibaca dari basis data utama')
  return 'replika'
}
