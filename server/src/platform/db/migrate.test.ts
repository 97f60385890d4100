import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { migrationsFolder } from '../../main/testing.ts'
import { inDatabase, withClient } from '../../../testing/global-setup.ts'
import { applicationRole } from './application-role.ts'
import { Database } from './database.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'

let name: string
let db: Database
const others: Database[] = []

/** Creates an empty database for each test. */
beforeEach(async () => {
  name = `test_${randomBytes(8).toString('hex')}`
  await withClient(inject('postgresUrl'), async (client) => {
    await client.query(`create database ${name}`)
  })
  db = another()
})
afterEach(async () => {
  for (const one of others.splice(0)) await one.close()
  await withClient(inject('postgresUrl'), async (client) => {
    await client.query(`drop database ${name} with (force)`)
  })
})

function another(): Database {
  const one = new Database({ url: inDatabase(inject('postgresUrl'), name), size: 1 })
  others.push(one)
  return one
}

const step = (number: number, sql: string): Migration => ({
  number,
  name: `${String(number).padStart(4, '0')}_step.sql`,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
})
const first = step(1, 'create table a (id integer)')
const second = step(2, 'create table b (id integer); insert into b values (1)')
const tables = async () =>
  (
    await db.query<{ name: string }>({
      text: `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration' order by 1`,
    })
  ).rows.map((row) => row.name)

describe('migrating', () => {
  test('missing migrations are applied once, in order', async () => {
    expect(await migrate(db, [first])).toEqual(['0001_step.sql'])
    expect(await migrate(db, [first, second])).toEqual(['0002_step.sql'])
    expect(await migrate(db, [first, second])).toEqual([])
    expect(await tables()).toEqual(['a', 'b'])
  })

  test('a failed migration is rolled back, and those before it stay applied', async () => {
    const broken = step(2, 'create table b (id integer); select 1 / 0')
    await expect(migrate(db, [first, broken])).rejects.toThrow('division by zero')
    expect(await tables()).toEqual(['a'])
    expect(await migrate(db, [first, second])).toEqual(['0002_step.sql'])
  })

  test('a migration file that was changed after it had been applied is rejected', async () => {
    await migrate(db, [first, second])
    const changed = step(1, 'create table a (id bigint)')
    await expect(migrate(db, [changed, second])).rejects.toThrow(
      'Migration 0001_step.sql was changed after it had been applied; add a new one instead.',
    )
  })

  test('a database newer than the program is rejected with the remedy', async () => {
    await migrate(db, [first, second])
    await expect(migrate(db, [first])).rejects.toThrow(
      'The database has schema 2, this program knows 1: start a newer version of the program.',
    )
    expect(await tables()).toEqual(['a', 'b'])
  })

  test('four processes that start at once on an empty database apply each migration once, and restore the rights that the application’s role had lost', async () => {
    const migrations = await readMigrations(migrationsFolder)
    const applied = await Promise.all(
      [db, another(), another(), another()].map((one) => migrate(one, migrations)),
    )
    expect(applied.flat().sort()).toEqual(migrations.map((migration) => migration.name))
    expect(await tables()).toContain('transfer')
    await db.query({ text: `revoke select on all tables in schema public from ${applicationRole}` })
    const again = [db, another(), another(), another()].map((one) => migrate(one, migrations))
    expect((await Promise.all(again)).flat()).toEqual([])
    const { rows } = await db.query({
      text: `select where has_table_privilege($1, 'transfer', 'SELECT')`,
      values: [applicationRole],
    })
    expect(rows.length).toBe(1)
  })
})

describe('the folder of migrations', () => {
  const withFiles = async (names: string[], work: (folder: string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
    try {
      for (const file of names) await writeFile(join(folder, file), 'select 1')
      await work(folder)
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  test.each([
    [['0001_a.sql', '0003_c.sql']],
    [['0002_b.sql']],
    [['0001_a.sql', '0001_b.sql']],
    [['0001-a.sql']],
  ])('the migration folder %j, where a number is missing or used twice, is rejected', async (names) => {
    await withFiles(names, async (folder) => {
      await expect(readMigrations(folder)).rejects.toThrow('is out of order')
    })
  })

  test('files in the migration folder that are not migrations are ignored', async () => {
    await withFiles(['0001_a.sql', 'README.md'], async (folder) => {
      expect((await readMigrations(folder)).map((one) => one.name)).toEqual(['0001_a.sql'])
    })
  })
})
