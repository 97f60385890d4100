import type pg from 'pg'
import { adoptFormer, isOfBefore } from './baseline.ts'
import { applicationRole, makeAuditPartitions, prepareRole, repairRights } from './application-role.ts'
import type { Database } from './database.ts'
import { isAlreadyThere, isLockTimeout } from './failures.ts'
import type { Migration } from './migration-files.ts'
import { alone, aloneOutside } from './migration-lock.ts'
import { runStep, stepsOf } from './migration-steps.ts'

/**
 * Applies all pending migrations, each in its own transaction or step by step outside of one, and takes over a database
 * of before the baseline. Processes that start together wait for each other. If none is pending, a login without any
 * rights can call it too.
 * @returns the names of the migrations applied now.
 * @throws if the database is newer than this program, or of before the baseline with another schema, or a file was
 * changed after it was applied.
 */
export async function migrate(database: Database, migrations: Migration[]): Promise<string[]> {
  const client = await database.pool.connect()
  try {
    await refuseApplication(client)
    if (!(await isOwner(client))) {
      await requireNewest(client, migrations)
      return []
    }
    await makeTable(client)
    await alone(client, async () => {
      await prepareRole(client)
      await adoptFormer(client, migrations)
    })
    const applied: string[] = []
    for (const migration of migrations)
      if (await apply(client, migration, migrations.length)) applied.push(migration.name)
    await alone(client, async () => {
      await repairRights(client, migrations)
      await makeAuditPartitions(client)
    })
    return applied
  } finally {
    client.release()
  }
}

/** @returns whether the migration was applied now. */
async function apply(client: pg.PoolClient, migration: Migration, known: number): Promise<boolean> {
  const steps = stepsOf(migration.sql)
  const work = async () => {
    if (await isApplied(client, migration, known)) return false
    if (steps === null) await client.query(migration.sql)
    else for (const step of steps) await runStep(client, step)
    await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ])
    return true
  }
  try {
    return await (steps === null ? alone : aloneOutside)(client, work)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new Error(
      `Migration ${migration.name} waited in vain for locks that other transactions hold: run it again at a quieter time.`,
      { cause: error },
    )
  }
}

/**
 * Refuses to migrate as the application's own role: it must own nothing, because an owner has every right on its
 * tables.
 */
async function refuseApplication(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ empty: boolean }>(
    `select to_regclass('schema_migration') is null as empty where session_user = $1`,
    [applicationRole],
  )
  if (rows[0]?.empty)
    throw new Error(
      `The login ${applicationRole} is the application's and owns no tables: name another one in DATABASE_OWNER_URL.`,
    )
}

/** Whether this login may change the schema: it is empty, or the login owns the tables. */
async function isOwner(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ owner: boolean | null }>(
    `select (select pg_has_role(relowner, 'USAGE') from pg_class where oid = to_regclass('schema_migration')) as owner`,
  )
  return rows[0]?.owner ?? true
}

async function requireNewest(client: pg.PoolClient, migrations: Migration[]): Promise<void> {
  if (await isOfBefore(client))
    throw new Error(
      'The database was made before 0.1.0, and this login does not own its tables: name the one that does in DATABASE_OWNER_URL.',
    )
  for (const migration of migrations) {
    if (await isApplied(client, migration, migrations.length)) continue
    throw new Error(
      `The database needs ${migration.name}, and this login does not own its tables: name the one that does in DATABASE_OWNER_URL.`,
    )
  }
}

/**
 * Creates the table of migrations. If two processes do so concurrently, one fails despite "if not exists"; the table
 * exists then.
 */
async function makeTable(client: pg.PoolClient): Promise<void> {
  try {
    await client.query(
      'create table if not exists schema_migration (number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())',
    )
  } catch (error) {
    if (!isAlreadyThere(error)) throw error
  }
}

async function isApplied(client: pg.PoolClient, migration: Migration, known: number): Promise<boolean> {
  const { rows } = await client.query<{ number: number; checksum: string }>(
    'select number, checksum from schema_migration where number = $1 or number > $2 order by number desc',
    [migration.number, known],
  )
  const newest = rows[0]
  if (newest && newest.number > known) {
    throw new Error(
      `The database has schema ${newest.number}, this program knows ${known}: start a newer version of the program.`,
    )
  }
  if (newest && newest.checksum !== migration.checksum) {
    throw new Error(
      `Migration ${migration.name} was changed after it had been applied; add a new one instead.`,
    )
  }
  return newest !== undefined
}
