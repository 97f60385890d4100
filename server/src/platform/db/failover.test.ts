import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { inDatabase, withClient } from '../../../testing/global-setup.ts'
import { startDatabaseLine, type TcpProxy } from '../../../testing/tcp-proxy.ts'
import { Refusal } from '../refusal.ts'
import { Database, one, run } from './database.ts'
import { isWritable, takesWrites } from './servers.ts'
import { inTransaction } from './transaction.ts'
import { whenReachable } from './when-reachable.ts'

const name = 'test_failover'
let url: string
const open: Database[] = []
const lines: TcpProxy[] = []

beforeAll(async () => {
  await withClient(inject('postgresUrl'), async (client) => {
    await client.query(`create database ${name}`)
  })
  url = inDatabase(inject('postgresUrl'), name)
  await withClient(url, async (client) => {
    await client.query('create table counter (value integer not null)')
    await client.query('insert into counter values (0)')
  })
})
afterEach(async () => {
  await setReadOnly(false)
  await Promise.all(open.splice(0).map((db) => db.close()))
  await Promise.all(lines.splice(0).map((line) => line.close()))
})
afterAll(() =>
  withClient(inject('postgresUrl'), async (client) => {
    await client.query(`drop database ${name} with (force)`)
  }),
)

const connectTo = (address: string, answerWithinMs?: number) => {
  const db = new Database({ url: address, size: 12, answerWithinMs })
  open.push(db)
  return db
}
/**
 * Connects without a limit and returns what sets one, so that it counts only while the line is frozen: a busy machine
 * may take longer for a statement that is answered.
 */
function connectWithLaterLimit(address: string) {
  const db = connectTo(address)
  const clients: { connectionParameters: { query_timeout: number } }[] = []
  db.pool.on('connect', (client) => clients.push(client as unknown as (typeof clients)[number]))
  return {
    db,
    limit: (ms: number): void => {
      db.pool.options.connectionTimeoutMillis = ms
      for (const { connectionParameters } of clients) connectionParameters.query_timeout = ms
    },
    unlimit: (): void => {
      db.pool.options.connectionTimeoutMillis = 10_000
    },
  }
}
async function lineTo(): Promise<{ line: TcpProxy; near: string; host: string }> {
  const { line, url: near } = await startDatabaseLine(url)
  lines.push(line)
  return { line, near, host: new URL(near).host }
}
/** Makes new sessions refuse writes, as on a standby. */
const setReadOnly = (readOnly: boolean) =>
  withClient(inject('postgresUrl'), async (client) => {
    await client.query(
      `alter database ${name} set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`,
    )
  })

const addOne = (db: Database) =>
  inTransaction(db, { repeatable: true }, (tx) => run(tx, 'test.add', 'update counter set value = value + 1'))
const count = (db: Database) => one<{ value: number }>(db, 'test.value', 'select value from counter')
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

test('the database client connects to whichever server of a list is up', async () => {
  const [first, second] = [await lineTo(), await lineTo()]
  const list = new URL(first.near)
  const db = connectTo(first.near.replace(list.host, `${first.host},${second.host}`))
  const before = await count(db)
  first.line.cut()
  await addOne(db)
  first.line.mend()
  second.line.cut()
  await addOne(db)
  expect(await count(db)).toEqual({ value: before.value + 2 })
})

test('the database client goes on to the next server from one that accepts connections and never answers', async () => {
  const [silent, second] = [await lineTo(), await lineTo()]
  silent.line.freeze()
  const db = connectTo(silent.near.replace(silent.host, `${silent.host},${second.host}`))
  const before = await count(db)
  await addOne(db)
  expect(await count(db)).toEqual({ value: before.value + 1 })
})

test('a statement without an answer within the time limit counts as lost', async () => {
  const sleeping = run(
    connectTo(url, 100),
    'test.sleep',
    'update counter set value = 0 where pg_sleep(600) is null',
  )
  await expect(sleeping).rejects.toThrow('Query read timeout')
})

test('a database server whose name cannot be resolved is reported as overload, not as an internal error', async () => {
  const db = new Database({
    url: 'postgres://app@database.invalid/pematang',
    size: 1,
    retry: { tries: 2, pause: () => Promise.resolve() },
  })
  open.push(db)
  expect(await codeOf(addOne(db))).toBe('OVERLOADED')
})

test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNABORTED', '26000', '42P05'])(
  'a transaction that fails with %s is retried, over a new connection when its own is broken',
  async (code) => {
    let failures = 1
    const db = new Database({
      url,
      size: 1,
      beforeStatement: (text) => {
        if (text === 'commit' && failures-- > 0) throw Object.assign(new Error(code), { code })
      },
    })
    open.push(db)
    const before = await count(db)
    await addOne(db)
    expect(await count(db)).toEqual({ value: before.value + 1 })
  },
)

test('the server start waits until the only database server accepts writes when it is a standby at first', async () => {
  const address = `${url}${url.includes('?') ? '&' : '?'}target_session_attrs=read-write`
  await setReadOnly(true)
  const db = new Database({ url: address, size: 1, retry: { tries: 1, pause: () => Promise.resolve() } })
  open.push(db)
  const said: string[] = []
  const say = (sentence: string) => {
    said.push(sentence)
    void setReadOnly(false)
  }
  expect(await whenReachable('DATABASE_URL', () => count(db), { pauseMs: 100, say })).toHaveProperty('value')
  expect(said).toEqual(['waiting for the database at DATABASE_URL: 25006'])
})

test('with target_session_attrs=read-write a write on a read-only server is refused as overload until it accepts writes', async () => {
  const db = connectTo(`${url}${url.includes('?') ? '&' : '?'}target_session_attrs=read-write`)
  await setReadOnly(true)
  expect(await codeOf(addOne(db))).toBe('OVERLOADED')
  expect(await takesWrites(db)).toBe(false)
  await setReadOnly(false)
  expect(await codeOf(addOne(db))).toBe('done')
  expect(await isWritable(db)).toBe(true)
})

test('every older database connection is replaced after a write is refused as read-only', async () => {
  const db = connectTo(url)
  const clients = await Promise.all(Array.from({ length: 12 }, () => db.connect()))
  for (const client of clients) await client.query('set session characteristics as transaction read only')
  for (const client of clients) client.release()
  const before = await count(db)
  await addOne(db)
  const after = await Promise.all(Array.from({ length: 12 }, () => db.connect()))
  const writable = await Promise.all(after.map(isWritable))
  for (const client of after) client.release()
  expect(writable).toEqual(Array.from({ length: 12 }, () => true))
  expect(await count(db)).toEqual({ value: before.value + 1 })
})

test('a transaction through a frozen database router is refused as busy within the time limit, until the router recovers', async () => {
  const { line, near } = await lineTo()
  const { db, limit, unlimit } = connectWithLaterLimit(near)
  const before = await count(db)
  line.freeze()
  limit(300)
  expect(
    await codeOf(inTransaction(db, { repeatable: false }, (tx) => count(tx as unknown as Database))),
  ).toBe('OVERLOADED')
  expect(await takesWrites(db)).toBe(false)
  unlimit()
  line.thaw()
  await addOne(db)
  expect(await count(db)).toEqual({ value: before.value + 1 })
})

test('a COMMIT without a timely answer has an unknown outcome, and only idempotent work is retried', async () => {
  const { line, near } = await lineTo()
  const { db, limit, unlimit } = connectWithLaterLimit(near)
  const before = await count(db)
  const commitLate = inTransaction(db, { repeatable: false }, async (tx) => {
    await run(tx, 'test.add', 'update counter set value = value + 1')
    line.freeze()
    limit(300)
  })
  expect(await codeOf(commitLate)).toBe('OVERLOADED')
  unlimit()
  line.thaw()
  // The frozen network connection forwarded no COMMIT, so the server rolls back when it notices the closed connection.
  await addOne(db)
  expect(await count(db)).toEqual({ value: before.value + 1 })
})

test('the server start stops waiting for a database server after the time limit', async () => {
  const { line, near } = await lineTo()
  line.cut()
  const opened = whenReachable('DATABASE_URL', () => count(connectTo(near)), {
    limitMs: 10,
    pauseMs: 20,
    say: () => {},
  })
  await expect(opened).rejects.toThrow(/terminated|ECONNRESET/)
})

test('the server start waits for a database server that is down and logs it once, but fails at once for other errors', async () => {
  const { line, near } = await lineTo()
  line.cut()
  const said: string[] = []
  const opened = whenReachable('DATABASE_URL', () => count(connectTo(near)), {
    pauseMs: 50,
    say: (sentence) => {
      said.push(sentence)
      line.mend()
    },
  })
  expect(await opened).toHaveProperty('value')
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(/^waiting for the database at DATABASE_URL: /)
  await expect(
    whenReachable('DATABASE_URL', () => connectTo(url).query({ text: 'select * from nothing' }), {
      say: () => {},
    }),
  ).rejects.toThrow('relation "nothing" does not exist')
})
