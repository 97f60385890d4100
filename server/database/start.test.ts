import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from './index.ts'
import { type Connection, hasEnded } from './postmaster.ts'
import { testProfile } from './settings.ts'
import { query, testFolder } from './test-folder.ts'

const flags = testProfile()

test('the embedded PostgreSQL creates a cluster with checksums, a private socket and no network port in an empty folder', async () => {
  await using folder = testFolder()
  const server = await startEmbeddedPostgres({ dataDir: folder.path, flags, database: 'ledger "1"' })
  expect(server.attached).toBe(false)
  const [row] = await query(
    server,
    `select current_database() db, current_setting('data_checksums') checksums, current_setting('listen_addresses') tcp,
            current_setting('server_encoding') encoding, current_setting('fsync') fsync`,
  )
  expect(row).toEqual({ db: 'ledger "1"', checksums: 'on', tcp: '', encoding: 'UTF8', fsync: 'off' })
  expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(statSync(server.connection.host).mode & 0o777).toBe(0o700)
  expect(statSync(path.join(folder.path, 'cluster')).mode & 0o777).toBe(0o700)
  await server.stop()
  await server.gone
  expect(existsSync(path.join(folder.path, 'cluster', 'postmaster.pid'))).toBe(false)
  expect(existsSync(server.connection.host)).toBe(false)
})

test('the default settings of the embedded PostgreSQL lose no commit in a crash', async () => {
  await using folder = testFolder()
  const server = await startEmbeddedPostgres({ dataDir: folder.path })
  const rows = await query(
    server,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by name`,
  )
  expect(rows.map((row) => row.setting)).toEqual(['on', 'on', 'on'])
})

test('restarting the embedded PostgreSQL keeps the data, and a second start connects to the running server', async () => {
  await using folder = testFolder()
  const first = await startEmbeddedPostgres({ dataDir: folder.path, flags })
  await query(first, 'create table kept as select 42 as n')
  const joined = await startEmbeddedPostgres({ dataDir: folder.path, flags })
  expect(joined).toMatchObject({
    attached: true,
    pid: first.pid,
    connection: first.connection,
    url: first.url,
  })
  await joined.stop()
  await first.gone
  const second = await startEmbeddedPostgres({ dataDir: folder.path, flags })
  expect(second.attached).toBe(false)
  expect(second.url).toBe(first.url)
  expect(await query(second, 'select n from kept')).toEqual([{ n: 42 }])
})

test('the embedded PostgreSQL recovers every acknowledged row after a kill -9 of the postmaster under load', async () => {
  await using folder = testFolder()
  const durable = testProfile({ fsync: true })
  const first = await startEmbeddedPostgres({ dataDir: folder.path, flags: durable })
  await query(first, 'create table acked (n int primary key)')
  let acked = 0
  const writing = (async () => {
    for (;;) {
      await query(first, `insert into acked values (${acked + 1})`)
      acked += 1
    }
  })().catch(() => {})
  await expect.poll(() => acked).toBeGreaterThan(20)
  process.kill(first.pid, 'SIGKILL')
  await first.gone
  await writing
  const second = await startEmbeddedPostgres({ dataDir: folder.path, flags: durable })
  const [row] = await query(second, 'select count(*)::int as n, max(n) as top from acked')
  // The last statement may have been committed although its response was lost.
  expect([acked, acked + 1]).toContain(row?.n)
  expect(row?.top).toBe(row?.n)
})

test('starting the embedded PostgreSQL after a kill -9 of the postmaster waits until a session that is still busy has ended', async () => {
  await using folder = testFolder()
  const first = await startEmbeddedPostgres({ dataDir: folder.path, flags })
  const busy = query(first, `select count(*) from generate_series(1, 30000000)`).catch(() => 'lost')
  await expect.poll(() => sessionRunning(first, 'generate_series')).toBeGreaterThan(0)
  process.kill(first.pid, 'SIGKILL')
  const second = await startEmbeddedPostgres({ dataDir: folder.path, flags })
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
  await busy
  expect(readFileSync(second.logFile, 'utf8')).toContain('pre-existing shared memory block')
})

test('FIX-20 the embedded PostgreSQL starts within seconds of a kill -9 of the postmaster, also when one of its sessions hangs', async () => {
  await using folder = testFolder()
  const first = await startEmbeddedPostgres({ dataDir: folder.path, flags })
  const hanging = query(first, `select pg_sleep(600)`).catch(() => 'lost')
  await expect.poll(() => sessionRunning(first, 'pg_sleep')).toBeGreaterThan(0)
  const session = await sessionRunning(first, 'pg_sleep')
  // A stopped process does not notice the end of its postmaster, like one that waits for a lock in shared memory.
  process.kill(session, 'SIGSTOP')
  process.kill(first.pid, 'SIGKILL')
  const second = await startEmbeddedPostgres({ dataDir: folder.path, flags, timeLimitMs: 20_000 })
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await hanging).toBe('lost')
})

/** The process id of a session that runs a statement with this text; 0 if there is none. */
async function sessionRunning(server: { connection: Connection }, text: string): Promise<number> {
  const [row] = await query(
    server.connection,
    `select pid from pg_stat_activity where query like '%${text}%' and pid <> pg_backend_pid()`,
  )
  return Number(row?.pid ?? 0)
}

test('two concurrent starts on one data folder create one PostgreSQL cluster and connect to the same server', async () => {
  await using folder = testFolder()
  const [a, b] = await Promise.all([
    startEmbeddedPostgres({ dataDir: folder.path, flags, database: 'both' }),
    startEmbeddedPostgres({ dataDir: folder.path, flags, database: 'both' }),
  ])
  expect(a.pid).toBe(b.pid)
  expect([a.attached, b.attached].filter((attached) => attached)).toEqual([true])
  expect(readdirSync(folder.path).toSorted()).toEqual(['cluster', 'lock', 'server.log'])
})

test('the embedded PostgreSQL starts despite the leftovers of a killed initdb and the lock of a dead process', async () => {
  await using folder = testFolder()
  mkdirSync(path.join(folder.path, 'cluster.draft-123', 'base'), { recursive: true })
  writeFileSync(path.join(folder.path, 'cluster.draft-123', 'PG_VERSION'), '18\n')
  mkdirSync(path.join(folder.path, 'lock'))
  writeFileSync(path.join(folder.path, 'lock', '4'), '999999999 1 gone')
  const server = await startEmbeddedPostgres({ dataDir: folder.path, flags })
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readdirSync(folder.path).toSorted()).toEqual(['cluster', 'lock', 'server.log'])
})

test('the embedded PostgreSQL starts although the pid in postmaster.pid now belongs to another program', async () => {
  await using folder = testFolder()
  const first = await startEmbeddedPostgres({ dataDir: folder.path, flags })
  const pidFile = path.join(folder.path, 'cluster', 'postmaster.pid')
  const before = readFileSync(pidFile, 'utf8')
  await first.stop()
  writeFileSync(pidFile, before.replace(/^\d+/, String(process.pid)))
  const socketLock = path.join(first.connection.host, '.s.PGSQL.5432.lock')
  mkdirSync(first.connection.host, { mode: 0o700 })
  const { uid, gid } = statSync(path.dirname(pidFile))
  chownSync(first.connection.host, uid, gid)
  writeFileSync(socketLock, before.replace(/^\d+/, String(process.pid)))
  const second = await startEmbeddedPostgres({ dataDir: folder.path, flags })
  expect(second.attached).toBe(false)
})

test('starting the embedded PostgreSQL replaces a running server whose socket file was deleted', async () => {
  await using folder = testFolder()
  const first = await startEmbeddedPostgres({ dataDir: folder.path, flags })
  rmSync(first.connection.host, { recursive: true })
  const second = await startEmbeddedPostgres({ dataDir: folder.path, flags })
  expect(second.pid).not.toBe(first.pid)
  expect(await hasEnded(first.pid, 0)).toBe(true)
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the path of the PostgreSQL socket stays short for a deep data folder', async () => {
  await using folder = testFolder()
  const deep = path.join(folder.path, 'x'.repeat(90), 'y'.repeat(90))
  mkdirSync(deep, { recursive: true })
  chmodSync(folder.path, 0o755)
  const server = await startEmbeddedPostgres({ dataDir: deep, flags })
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(Buffer.byteLength(server.connection.host)).toBeLessThan(85)
  await server.stop()
})

const debianServer = '/usr/lib/postgresql/15/bin'

test.skipIf(!existsSync(debianServer))(
  'the embedded PostgreSQL works with the programs of another installed PostgreSQL',
  async () => {
    await using folder = testFolder()
    const server = await startEmbeddedPostgres({ dataDir: folder.path, flags, binDir: debianServer })
    const [row] = await query(server, `select current_setting('server_version_num')::int / 10000 as major`)
    expect(row).toEqual({ major: 15 })
  },
)
