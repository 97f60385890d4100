import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { migrationsFolder } from '../../main/testing.ts'
import { inDatabase, withClient } from '../../../testing/global-setup.ts'
import { applicationRole } from './application-role.ts'
import { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { type Migration, readMigrations } from './migration-files.ts'

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

describe('migrating beside the running version', () => {
  test('REL-05 a migration that waits for a lock lets statements of the running version through, and is applied once the lock is free', async () => {
    await migrate(db, [first])
    const holder = await another().pool.connect()
    await holder.query('begin; select from a')
    let done = false
    const added = step(2, 'alter table a add column more text')
    const migrating = migrate(db, [first, added]).finally(() => {
      done = true
    })
    const running = another()
    const waiting = `select from pg_locks where not granted and relation = 'a'::regclass`
    await expect.poll(async () => (await running.query({ text: waiting })).rowCount).toBe(1)
    // An `insert` that comes after the waiting `alter table` waits with it.
    await running.query({ text: 'insert into a values (7)' })
    expect(done).toBe(false)
    await holder.query('commit')
    holder.release()
    expect(await migrating).toEqual(['0002_step.sql'])
    expect((await db.query({ text: 'select id, more from a' })).rows).toEqual([{ id: 7, more: null }])
  })

  test('REL-05 a migration in steps builds an index concurrently and changes rows in batches of a transaction each', async () => {
    await migrate(db, [first])
    await db.query({ text: 'insert into a select 0 from generate_series(1, 2500)' })
    const steps = step(
      2,
      `-- step: an index
create index concurrently a_id on a (id)
-- step: all that have none get a number
update a set id = 1 where ctid = any(array(select ctid from a where id = 0 limit $1))`,
    )
    expect(await migrate(db, [first, steps])).toEqual(['0002_step.sql'])
    const batches = `select count(*)::integer as rows from a where id = 1 group by xmin::text order by 1`
    expect((await db.query<{ rows: number }>({ text: batches })).rows).toEqual([
      { rows: 500 },
      { rows: 1000 },
      { rows: 1000 },
    ])
    expect((await db.query({ text: 'show lock_timeout' })).rows).toEqual([{ lock_timeout: '5s' }])
  })

  test('REL-05 a migration in steps that was broken off is run again from its first step', async () => {
    await migrate(db, [first])
    const build = `-- step
drop index concurrently if exists a_id
-- step
create unique index concurrently a_id on a (id)
-- step
insert into a values (3)`
    await db.query({ text: 'insert into a values (1), (1)' })
    await expect(migrate(db, [first, step(2, build)])).rejects.toThrow('could not create unique index')
    const valid = { text: `select indisvalid as valid from pg_index where indexrelid = 'a_id'::regclass` }
    expect((await db.query(valid)).rows).toEqual([{ valid: false }])
    await db.query({ text: 'delete from a' })
    expect(await migrate(db, [first, step(2, build)])).toEqual(['0002_step.sql'])
    expect((await db.query(valid)).rows).toEqual([{ valid: true }])
  })

  test('REL-05 four processes that start at once apply a migration in steps once', async () => {
    await migrate(db, [first])
    const steps = step(
      2,
      '-- step\ncreate index concurrently a_id on a (id)\n-- step\ninsert into a values (1)',
    )
    const applied = await Promise.all(
      [db, another(), another(), another()].map((one) => migrate(one, [first, steps])),
    )
    expect(applied.flat()).toEqual(['0002_step.sql'])
    expect((await db.query({ text: 'select from a' })).rowCount).toBe(1)
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
