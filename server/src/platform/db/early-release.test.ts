import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../database/index.ts'
import { testProfile } from '../../../database/settings.ts'
import { query, testFolder } from '../../../database/test-folder.ts'
import { Database, many, type Queryable, run } from './database.ts'
import { inTransaction } from './transaction.ts'

// This file needs a server of its own, because the tests crash it. For ten seconds, only an explicit flush writes
// commits to the disk.
const flags = [...testProfile({ fsync: true }), '-c', 'wal_writer_delay=10s']

let folder: ReturnType<typeof testFolder>
let server: EmbeddedPostgres
let db: Database
beforeAll(async () => {
  folder = testFolder()
  server = await startEmbeddedPostgres({ dataDir: folder.path, flags })
  db = new Database({ url: server.url, size: 2 })
  await query(server, 'create table note (id integer primary key)')
})
afterAll(async () => {
  await db.close()
  await folder[Symbol.asyncDispose]()
})

const write = (tx: Queryable, id: number) => run(tx, 'test.write', 'insert into note values ($1)', [id])
const flushOf = (id: number) => ({
  text: `select pg_logical_emit_message(true, 'flush', '') from note where id = $1`,
  values: [id],
})
const early = (id: number, onReleased = () => {}) => ({
  repeatable: true,
  early: { flush: () => flushOf(id), onReleased },
})
const ids = async () =>
  (await many<{ id: number }>(db, 'test.ids', 'select id from note order by id')).map(({ id }) => id)

const logWriter = () =>
  query(server, `select pid from pg_stat_activity where backend_type = 'walwriter'`).then(
    ([row]) => Number(row?.pid ?? 0) || null,
    () => null,
  )

/** Kills one of the server's processes, which makes it restart from what is on its disk, and waits until it is back. */
async function crash(): Promise<void> {
  process.kill(before ?? 0, 'SIGKILL')
  await expect.poll(logWriter).not.toBeOneOf([null, before])
}

// Read before each test, so that no query runs between a commit and the crash.
let before: number | null
beforeEach(async () => {
  before = await logWriter()
  expect(before).toBeGreaterThan(1)
})

test('a transaction that released its locks before the disk flush survives a crash right after it was acknowledged', async () => {
  const events: string[] = []
  await inTransaction(
    db,
    early(1, () => events.push('released')),
    (tx) => write(tx, 1),
  )
  events.push('answered')
  await crash()
  expect(events).toEqual(['released', 'answered'])
  expect(await ids()).toEqual([1])
})

test('a commit that was not flushed to disk is lost in a crash', async () => {
  await query(server, 'begin; set local synchronous_commit = off; insert into note values (2); commit')
  await crash()
  expect(await ids()).toEqual([1])
})

test('a crash between commit and disk flush makes the outcome unknown, and idempotent work is retried', async () => {
  let runs = 0
  const losing = new Database({
    url: server.url,
    size: 1,
    async beforeStatement(text) {
      if (text === 'flush' && runs === 1) await crash()
    },
  })
  try {
    await inTransaction(losing, early(3), (tx) => {
      runs += 1
      return write(tx, 3)
    })
    expect(runs).toBe(2)
    expect(await ids()).toEqual([1, 3])
  } finally {
    await losing.close()
  }
})

test('a disk flush on a server that lost the commit does not confirm the transaction', async () => {
  let runs = 0
  await inTransaction(db, early(7), (tx) => {
    runs += 1
    // Simulates a pooler that has moved the connection to a server that lost the first commit.
    return write(tx, runs === 1 ? 6 : 7)
  })
  expect(runs).toBe(2)
  expect(await ids()).toEqual([1, 3, 6, 7])
  await query(server, 'delete from note where id > 3')
})

test('a transaction whose commit fails does not report its locks as released early', async () => {
  let released = 0
  const options = early(1, () => (released += 1))
  const work = inTransaction(db, options, async (tx) => tx.defer(write(tx, 1)))
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(released).toBe(0)
  expect(await ids()).toEqual([1, 3])
})

test('after an early release of locks, the next transaction on the connection waits for its disk flush at COMMIT', async () => {
  const one = new Database({ url: server.url, size: 1 })
  try {
    await inTransaction(one, early(4), (tx) => write(tx, 4))
    const [row] = await many<{ setting: string }>(
      one,
      'test.setting',
      `select current_setting('synchronous_commit') as setting`,
    )
    expect(row?.setting).toBe('on')
  } finally {
    await one.close()
  }
})
