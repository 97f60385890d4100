import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testCertificate } from '../../testing/certificate.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../testing/http.ts'
import { aLoan, anAgreement, reserveFunding } from '../../testing/people.ts'
import { quickPasswords } from '../../testing/quick-passwords.ts'
import { type ReplicatedServers, startReplicatedServers } from '../../testing/replicated.ts'
import { readConfig } from '../outside/read-config.ts'
import type { Context } from '../context.ts'
import { makeContext, openReplica } from './make-context.ts'
import { applicationRole } from '../platform/db/application-role.ts'
import { Database } from '../platform/db/database.ts'
import type { Replica } from '../platform/db/replica.ts'

let servers: ReplicatedServers
let context: Context
const open: { close(): Promise<unknown> }[] = []

const settings = (url: string, lag: string) =>
  readConfig({
    DATABASE_URL: servers.primary.url,
    READ_DATABASE_URL: url,
    READ_LAG_SECONDS: lag,
    ESIGN_BASE_URL: 'http://127.0.0.1:9',
    ESIGN_API_KEY: 'test-key-of-the-sandbox',
    ESIGN_CALLBACK_SECRET: 'test-secret-of-the-sandbox',
    LOG_LEVEL: 'silent',
  })

beforeAll(async () => {
  servers = await startReplicatedServers()
  const db = new Database({ url: servers.primary.url, size: 8, role: applicationRole })
  context = await makeContext(settings(servers.replica.url, '60'), {
    db,
    log: pino({ level: 'silent' }),
    passwords: quickPasswords,
    certificate: testCertificate,
  })
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
  await servers.on(servers.replica, 'select pg_wal_replay_resume() where pg_is_in_recovery()')
})
afterAll(async () => {
  await context.db.close()
  await context.renderer.close()
  await servers.remove()
})

type Serving = { app: TestApp; counts: () => Replica['counts']; lag: () => number | null }

async function serve({ url = servers.replica.url, lag = '60', reads = true } = {}): Promise<Serving> {
  const config = settings(url, lag)
  const replica = openReplica({ ...context, config })
  if (replica === null) throw new Error('there is no replica')
  const app = await startApp({ context: { ...context, config, replica } })
  open.push(app, replica)
  await until(() => !reads || replica.lagSeconds === 0)
  return { app, counts: () => ({ ...replica.counts }), lag: () => replica.lagSeconds }
}

async function until(isSo: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it did not come to pass')
    await sleep(25)
  }
}

/** A lender who has changed nothing for a long time; a login counts as a change. */
async function anIdleLender(app: TestApp): Promise<LoggedIn> {
  const lender = await logIn({ context }, app, { cash: 10_000_000 })
  await servers.on(
    servers.primary,
    `update session set acted_at = now() - interval '1 hour' where lender_id = ${lender.lenderId}`,
  )
  return lender
}

const fundings = async (lender: LoggedIn): Promise<number> => {
  const answer = await lender.get('/transactions?page=1&limit=20&type=2')
  expect(answer.status).toBe(200)
  return answer.json.list.length
}
const topUps = async (lender: LoggedIn): Promise<number> => {
  const answer = await lender.get('/transactions?page=1&limit=20&type=1')
  expect(answer.status).toBe(200)
  return answer.json.list.length
}
/** The process ids of a server and of the processes that it has started. */
const processesOf = (pid: number): number[] => [
  pid,
  ...execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number),
]
const pause = () => servers.on(servers.replica, 'select pg_wal_replay_pause()')
/** Waits until the replica has applied everything that the primary has written. */
const caughtUp = ({ lag }: Serving) => until(() => lag() === 0)

test('lists of a lender who has written nothing lately are read from the replica', async () => {
  const serving = await serve()
  const lender = await anIdleLender(serving.app)
  await sleep(300)
  expect(await topUps(lender)).toBe(1)
  for (const path of [
    '/marketplace?page=1&limit=10',
    '/marketplace?page=1&limit=10&sort=interest',
    '/portfolio?page=1&limit=10',
    '/portfolio/insight',
    '/statements?page=1&limit=10',
  ])
    expect((await lender.get(path)).status, path).toBe(200)
  expect(serving.counts()).toEqual({ replica: 6, away: 0, behind: 0, failed: 0 })
})

test('a lender who has just written something sees it at once, even while the replica replays nothing', async () => {
  const [serving, other] = [await serve(), await serve()]
  const [actor, onlooker] = [await anIdleLender(serving.app), await anIdleLender(serving.app)]
  await sleep(300)
  expect([await fundings(actor), await topUps(onlooker)]).toEqual([0, 1])
  await pause()
  const loan = await aLoan(context)
  const wanted = { ...loan, amount: 1_000_000 }
  await anAgreement(context, { lenderId: actor.lenderId, ...wanted })
  const acted = await actor.pay('/funding', wanted)
  expect(acted.status).toBe(200)
  await reserveFunding(context, { lenderId: onlooker.lenderId, ...wanted })
  const before = serving.counts()
  expect(await fundings(actor)).toBe(1)
  expect(serving.counts()).toEqual({ ...before, behind: before.behind + 1 })
  // A lender without recent changes is answered by the replica, so the other lender's answer came from the primary on
  // purpose.
  expect(await fundings(onlooker)).toBe(0)
  // Another process also reads this lender's data from the primary.
  const elsewhere: LoggedIn = { ...actor, get: (path) => other.app.get(path, { token: actor.user.token }) }
  expect(await fundings(elsewhere)).toBe(1)
})

test('after a lender’s write, their reads return to the replica once it has replayed that write', async () => {
  const serving = await serve()
  const lender = await logIn({ context }, serving.app, { cash: 10_000_000 })
  await until(async () => {
    const before = serving.counts().replica
    expect(await topUps(lender)).toBe(1)
    return serving.counts().replica > before
  })
})

test('a replica that lags by more than the limit is not read, and is read again when it has caught up', async () => {
  const serving = await serve({ lag: '0.5' })
  const lender = await anIdleLender(serving.app)
  await caughtUp(serving)
  await pause()
  await reserveFunding(context, {
    lenderId: lender.lenderId,
    ...(await aLoan(context)),
    amount: 1_000_000,
  })
  await sleep(800)
  const before = serving.counts()
  expect(await fundings(lender)).toBe(1)
  expect(serving.counts()).toEqual({ ...before, behind: before.behind + 1 })
  expect(serving.lag()).toBeGreaterThan(0)
  await servers.on(servers.replica, 'select pg_wal_replay_resume()')
  await caughtUp(serving)
  await sleep(200)
  expect(await fundings(lender)).toBe(1)
  expect(serving.counts().replica).toBe(before.replica + 1)
})

test('an idle primary does not make a replica look lagging', async () => {
  const serving = await serve({ lag: '0.5' })
  const lender = await anIdleLender(serving.app)
  await caughtUp(serving)
  await sleep(1_500)
  const before = serving.counts()
  await topUps(lender)
  expect(serving.counts()).toEqual({ ...before, replica: before.replica + 1 })
})

test('a replica that hangs in the middle of a read causes a delay but no error, and is avoided until it answers', async () => {
  const serving = await serve()
  const lender = await anIdleLender(serving.app)
  await sleep(300)
  await topUps(lender)
  const pids = processesOf(servers.replica.pid)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    expect(await topUps(lender)).toBe(1)
    const { replica, away } = serving.counts()
    expect(await topUps(lender)).toBe(1)
    expect(serving.counts()).toMatchObject({ replica, away: away + 1 })
    expect(serving.lag()).toBeNull()
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
  await caughtUp(serving)
  const before = serving.counts().replica
  await topUps(lender)
  expect(serving.counts().replica).toBe(before + 1)
})

test('a replica that dies causes no error, and is read again when it is back', async () => {
  const serving = await serve()
  const lender = await anIdleLender(serving.app)
  await sleep(300)
  servers.replica.quit()
  await servers.replica.gone
  for (let count = 0; count < 20; count += 1) expect(await topUps(lender)).toBe(1)
  servers.replica = await servers.startReplica()
  await caughtUp(serving)
  const before = serving.counts().replica
  await topUps(lender)
  expect(serving.counts().replica).toBe(before + 1)
})

test('a replica address that leads to the primary is not read as a replica', async () => {
  const serving = await serve({ url: servers.primary.url, reads: false })
  const lender = await anIdleLender(serving.app)
  await sleep(300)
  expect(await topUps(lender)).toBe(1)
  expect(serving.counts()).toEqual({ replica: 0, away: 1, behind: 0, failed: 0 })
})

test('a replica that was promoted to primary is not read any more, also over connections already open', async () => {
  const serving = await serve()
  const lender = await anIdleLender(serving.app)
  await sleep(300)
  await topUps(lender)
  await servers.on(servers.replica, 'select pg_promote()')
  await reserveFunding(context, {
    lenderId: lender.lenderId,
    ...(await aLoan(context)),
    amount: 1_000_000,
  })
  await until(() => serving.lag() === null)
  const before = serving.counts()
  expect(await fundings(lender)).toBe(1)
  expect(serving.counts()).toEqual({ ...before, away: before.away + 1 })
})
