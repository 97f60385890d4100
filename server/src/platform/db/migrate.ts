import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Database } from './database.ts'
import { isAlreadyThere } from './failures.ts'

export type Migration = { number: number; name: string; sql: string; checksum: string }

/** The numbered SQL files of a folder, 0001_name.sql and on, without a gap. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{4})_[a-z_]+\.sql$/.exec(name)?.[1])
      if (number !== index + 1)
        throw new Error(`migration ${name} is out of order: ${index + 1} was expected`)
      const sql = await readFile(join(folder, name), 'utf8')
      return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings the schema to the newest migration, each in a transaction of its own. Two processes that start together
 * wait for each other on the table's lock.
 * @returns the names of those applied now.
 * @throws where the database is newer than this program, or a file was changed after it was applied.
 */
export async function migrate(database: Database, migrations: Migration[]): Promise<string[]> {
  const client = await database.pool.connect()
  try {
    await makeTable(client)
    const applied: string[] = []
    for (const migration of migrations) {
      await client.query('begin')
      try {
        await client.query('lock table schema_migration in exclusive mode')
        if (await isApplied(client, migration, migrations.length)) {
          await client.query('rollback')
          continue
        }
        await client.query(migration.sql)
        await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
          migration.number,
          migration.name,
          migration.checksum,
        ])
        await client.query('commit')
        applied.push(migration.name)
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    }
    return applied
  } finally {
    client.release()
  }
}

/** Of two that create the table at the same moment one fails in spite of "if not exists"; then it is there. */
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
