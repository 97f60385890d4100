import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres, testProfile } from '../../../database/index.ts'
import { freePort } from '../../../testing/free-port.ts'
import { withClient } from '../../../testing/global-setup.ts'
import { checkServer } from './check-server.ts'
import { Database } from './database.ts'
import { howReached } from './pooler.ts'
import { whenReachable } from './when-reachable.ts'

/** Whether Debian's `pgbouncer` is installed; otherwise only the direct connection is tested. */
const hasPgbouncer = spawnSync('pgbouncer', ['--version']).status === 0

let server: EmbeddedPostgres
let folder: string
let pooler: ChildProcess | undefined
const open: Database[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pematang-pooler-'))
  chmodSync(folder, 0o755)
  server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), flags: testProfile({}) })
  writeFileSync(join(folder, 'postgres/cluster/pg_hba.conf'), 'local all all trust\n')
  await withClient(server.url, async (client) => {
    await client.query('select pg_reload_conf()')
  })
})
afterEach(async () => {
  for (const db of open.splice(0)) await db.close()
  if (pooler === undefined) return
  const ended = once(pooler, 'exit')
  pooler.kill('SIGKILL')
  await ended
  pooler = undefined
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

function connectTo(url: string): Database {
  const db = new Database({ url, size: 4, answerWithinMs: 10_000 })
  open.push(db)
  return db
}

test('a database reached directly is recognised as not behind a pooler', async () => {
  expect(await howReached(connectTo(server.url))).toBe('direct')
})

describe.skipIf(!hasPgbouncer)('behind PgBouncer', () => {
  test('PgBouncer in session mode with the settings given at the login is accepted', async () => {
    await withSettings(async () => {
      const db = connectTo(await startPooler('session', 'options'))
      expect(await howReached(db)).toBe('sound')
      expect((await checkServer(db, 0)).broken.join()).not.toMatch(/pooler/)
    })
  })

  test('PgBouncer in transaction mode without prepared statements is refused at start, instead of failing at random later', async () => {
    await withSettings(async () => {
      const db = connectTo(await startPooler('transaction', 'options'))
      expect((await checkServer(db, 0)).broken.join()).toMatch(/forgets prepared statements/)
    })
  })

  test('PgBouncer without the settings at the login is refused, because it drops those of the app', async () => {
    const db = connectTo(await startPooler('session', 'options'))
    expect((await checkServer(db, 0)).broken.join()).toMatch(/session settings of the app do not arrive/)
  })

  test('the start fails with a message, instead of waiting, when PgBouncer refuses session options', async () => {
    const db = connectTo(await startPooler('session', 'extra_float_digits'))
    const opened = whenReachable('DATABASE_URL', () => db.query({ text: 'select 1' }))
    await expect(opened).rejects.toThrow(/DATABASE_URL cannot be used: .*ignore_startup_parameters/)
  })
})

/** Sets session settings on the login, because a pooler drops them, as docs/operating/install.md describes. */
async function withSettings(work: () => Promise<void>): Promise<void> {
  const alter = (...statements: string[]) =>
    withClient(server.url, async (client) => {
      for (const statement of statements) await client.query(`alter role app ${statement}`)
    })
  await alter(
    `set lock_timeout = '5s'`,
    `set idle_in_transaction_session_timeout = '30s'`,
    `set timezone = 'UTC'`,
  )
  try {
    await work()
  } finally {
    await alter('reset all')
  }
}

async function startPooler(mode: 'session' | 'transaction', ignored: string): Promise<string> {
  const port = await freePort()
  const address = new URL(server.url)
  const file = join(folder, 'pgbouncer.ini')
  const host = address.searchParams.get('host') ?? ''
  writeFileSync(
    file,
    `[databases]
postgres = host=${host} port=${address.searchParams.get('port') ?? 5432} user=app dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 5
ignore_startup_parameters = ${ignored}
`,
  )
  const { uid, gid } = statSync(host)
  chownSync(file, uid, gid)
  pooler = spawn('pgbouncer', [file], { uid, gid, stdio: 'ignore' })
  await sleep(500)
  return `postgres://app@127.0.0.1:${port}/postgres`
}
