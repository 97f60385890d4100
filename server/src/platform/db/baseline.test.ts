import { afterEach, expect, test, type TestContext } from 'vitest'
import { migrationsFolder } from '../../main/testing.ts'
import { emptyDatabases } from '../../../testing/empty-databases.ts'
import { isInHistory, migrationsOf } from '../../../testing/former-migrations.ts'
import { baselineFiles, lastCommitBefore } from './baseline.ts'
import { type Database, many } from './database.ts'
import { describeSchema } from './describe-schema.ts'
import { migrate } from './migrate.ts'
import { type Migration, readMigrations } from './migration-files.ts'

const databases = emptyDatabases()
afterEach(() => databases.close())

/** The migrations of before the baseline, from the history; without one the test says so and is skipped. */
async function former({ skip }: TestContext): Promise<Migration[]> {
  if (!(await isInHistory(lastCommitBefore)))
    return skip(`The history here lacks ${lastCommitBefore}, whose migrations the baseline replaces.`)
  return migrationsOf(lastCommitBefore)
}

const baseline = async () => (await readMigrations(migrationsFolder)).slice(0, baselineFiles)

async function describe(db: Database): Promise<string[]> {
  const client = await db.pool.connect()
  try {
    return await describeSchema(client)
  } finally {
    client.release()
  }
}

/** The rows of each table that has any, without the times at which they were inserted. */
async function rowsOf(db: Database): Promise<Record<string, unknown[]>> {
  const tables = await many<{ name: string; clocks: string[] }>(
    db,
    'test.tables',
    `select c.relname as name,
            array(select a.attname::text from pg_attribute a join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
                   where a.attrelid = c.oid and a.atttypid = 'timestamptz'::regtype) as clocks
       from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> 'schema_migration' order by 1`,
  )
  const found: Record<string, unknown[]> = {}
  for (const { name, clocks } of tables) {
    const { rows } = await db.query<{ row: unknown }>({
      text: `select to_jsonb(t) - $1::text[] as row from ${name} t order by (to_jsonb(t) - $1::text[])::text`,
      values: [clocks],
    })
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  return found
}

/** What everybody may do in the database itself. */
const rightsOfAll = (db: Database) =>
  many(
    db,
    'test.rights_of_all',
    `select a.privilege_type from pg_database d cross join lateral aclexplode(d.datacl) a
      where d.datname = current_database() and a.grantee = 0`,
  )

const listOf = (db: Database) =>
  many<{ name: string }>(db, 'test.list', 'select name from schema_migration order by number')

test('REL-01 the baseline makes the same schema and the same rows as the migrations that it replaces', async (context) => {
  const [old, fresh] = [await databases.open(), await databases.open()]
  await migrate(old, await former(context))
  await migrate(fresh, await baseline())

  const lines = await describe(old)
  expect(lines.length).toBeGreaterThan(4000)
  expect(await describe(fresh)).toEqual(lines)
  expect(await rightsOfAll(fresh)).toEqual(await rightsOfAll(old))
  const rows = await rowsOf(old)
  expect(Object.keys(rows)).toContain('risk_warning')
  expect(await rowsOf(fresh)).toEqual(rows)
})

test('REL-01 a database of before the baseline with the same schema is taken over with its rows, and later migrations are applied to it', async (context) => {
  const old = await databases.open()
  await migrate(old, await former(context))
  await old.query({ text: `insert into data_key (id) values ('kept')` })
  const [{ at }] = (await many<{ at: Date }>(
    old,
    'test.at',
    `select applied_at as at from schema_migration where name = '0034_reading.sql'`,
  )) as [{ at: Date }]
  const files = await baseline()
  const later = { number: baselineFiles + 1, name: 'later.sql', sql: 'create table later ()', checksum: 'x' }

  expect(await migrate(old, [...files, later])).toEqual(['later.sql'])
  expect(await migrate(old, [...files, later])).toEqual([])
  expect(await listOf(old)).toEqual([...files, later].map(({ name }) => ({ name })))
  expect(await many(old, 'test.kept', 'select id from data_key')).toEqual([{ id: 'kept' }])
  // Invariant I8g goes on counting from the day on which openings were kept.
  expect(
    await many(old, 'test.since', 'select distinct applied_at as at from schema_migration where number < 11'),
  ).toEqual([{ at }])
})

test.for<[string, (db: Database, all: Migration[]) => Promise<unknown>]>([
  [
    'the newest migration of before is missing',
    async (db: Database, all: Migration[]) => migrate(db, all.slice(0, -1)),
  ],
  [
    'an index is missing',
    async (db: Database, all: Migration[]) => {
      await migrate(db, all)
      await db.query({ text: 'drop index job_due' })
    },
  ],
  [
    'the application may change what is append-only',
    async (db: Database, all: Migration[]) => {
      await migrate(db, all)
      await db.query({ text: 'grant update on transfer to pematang_app' })
    },
  ],
])(
  'REL-01 a database of before the baseline is refused with the commit to use and left as it is where %s',
  async ([, make], context) => {
    const old = await databases.open()
    await make(old, await former(context))
    const before = [await describe(old), await listOf(old)]
    await expect(migrate(old, await baseline())).rejects.toThrow(
      `The database was made before 0.1.0 and has another schema than the last commit before it, ${lastCommitBefore}: run \`npm run migrate\` of that commit first.`,
    )
    expect([await describe(old), await listOf(old)]).toEqual(before)
    expect(
      await many(old, 'test.scratch', `select from pg_namespace where nspname = 'pematang_baseline'`),
    ).toEqual([])
  },
)
