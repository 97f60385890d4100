import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { auditBooks } from '../../src/audit/testing.ts'
import { migrationsFolder } from '../../src/main/testing.ts'
import { type Database, many } from '../../src/platform/db/database.ts'
import { describeSchema } from '../../src/platform/db/describe-schema.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { readMigrations } from '../../src/platform/db/migration-files.ts'
import { emptyDatabases } from '../empty-databases.ts'
import { type Fixture, makeFixture } from '../fixture.ts'
import { fillPlatform } from './fill.ts'
import { packRows, unpackRows } from './rows.ts'

// Beside this file lie the rows of a filled database of each released version, made by its own verbs before it was
// tagged: RELEASE_ROWS=write npx vitest run --project server upgrade

const released = JSON.parse(readFileSync(path.join(migrationsFolder, 'released.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>
const product = JSON.parse(readFileSync(path.join(migrationsFolder, '../../package.json'), 'utf8')) as {
  version: string
}
const rowsFile = (version: string) => path.join(import.meta.dirname, `${version}.jsonl.gz`)

const databases = emptyDatabases()
let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
  await fillPlatform(fixture)
})
afterEach(() => databases.close())
afterAll(() => fixture.close())

async function onConnection<T>(
  db: Database,
  work: (client: Parameters<typeof packRows>[0]) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

const figures = (db: Database) =>
  many(
    db,
    'test.figures',
    `select status, count(*)::int as loans, sum(funded) as funded from loan_position group by status order by status`,
  )

/** Rows of this version, as it would be released. */
async function rowsOfNow(): Promise<Buffer> {
  expect(await fixture.books()).toEqual([])
  return onConnection(fixture.context.db, packRows)
}

test('REL-02 the rows of a filled database of this version can be kept and put back, and its books are whole', async () => {
  const rows = await rowsOfNow()
  if (process.env.RELEASE_ROWS === 'write') writeFileSync(rowsFile(product.version), rows)
  const db = await databases.open()
  await migrate(db, await readMigrations(migrationsFolder))
  await onConnection(db, (client) => unpackRows(client, rows))
  expect(await auditBooks(db)).toEqual([])
  expect(await figures(db)).toEqual(await figures(fixture.context.db))
  expect((await figures(db)).map((row) => (row as { status: string }).status)).toEqual([
    'ACTIVE',
    'FUNDED',
    'OFFERED',
    'REPAID',
    'WRITTEN_OFF',
  ])
})

test.each(Object.keys(released))(
  'REL-02 a filled database of %s is upgraded with whole books, the same figures and the schema of a new one',
  async (version) => {
    expect(existsSync(rowsFile(version)), `${rowsFile(version)} is missing`).toBe(true)
    const all = await readMigrations(migrationsFolder)
    const theirs = all.filter(({ name }) => name in (released[version] ?? {}))
    const db = await databases.open()
    await migrate(db, theirs)
    await onConnection(db, (client) => unpackRows(client, readFileSync(rowsFile(version))))
    const before = await figures(db)
    expect(before.length).toBeGreaterThan(0)

    await migrate(db, all)
    expect(await auditBooks(db)).toEqual([])
    expect(await figures(db)).toEqual(before)
    expect(await onConnection(db, describeSchema)).toEqual(
      await onConnection(fixture.context.db, describeSchema),
    )
  },
)

test('REL-02 a migration of a released version is there as it was released', async () => {
  const there = new Map(
    (await readMigrations(migrationsFolder)).map(({ name, checksum }) => [name, checksum]),
  )
  for (const [version, hashes] of Object.entries(released))
    for (const [name, hash] of Object.entries(hashes))
      expect(there.get(name), `${name} of ${version}`).toBe(hash)
})
