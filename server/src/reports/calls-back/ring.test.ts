import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { runAllJobs } from '../../../testing/drain.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { givePassword, type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { startServerProcess } from '../../../testing/server-process.ts'
import { startReceiver, type WebhookReceiver } from '../../../testing/webhook-receiver.ts'
import { creditTopUp } from '../../cash/index.ts'
import { suspendLender, reactivateLender } from '../../lenders/testing.ts'
import { many, one, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { perform } from '../../platform/commands/perform.ts'
import { startWorker } from '../../platform/jobs/worker.ts'
import { numberAllEvents } from '../events/index.ts'
import { pageOfEvents } from '../partner/list-events.ts'
import { callBackQueues } from './queues.ts'
import { deleteOldTries } from './retention.ts'
import { announce, jobs } from './ring.ts'
import { showCallBack } from './show.ts'

const actor = { kind: 'operator', name: 'test' } as const
const settings = { CALL_BACK_LOCAL: 'true' }
let fixture: Fixture
let app: TestApp
let receiver: WebhookReceiver
beforeAll(async () => {
  fixture = await makeFixture({ settings })
  app = await startApp(fixture)
})
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  fixture.travel(undefined)
  await receiver.close()
  await inTransaction(db(), { repeatable: true }, (tx) => run(tx, 'test.none', 'delete from call_back'))
  await inTransaction(db(), { repeatable: true }, (tx) =>
    run(tx, 'test.no_jobs', `delete from job where kind like 'callback.%'`),
  )
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await app.close()
  await fixture.close()
})

const db = () => fixture.context.db
const number = () => numberAllEvents(fixture.context, (tx, events) => announce(fixture.context, tx, events))
const work = async () => {
  await number()
  await runAllJobs(fixture.context, jobs(fixture.context))
}

let payments = 0
/** Something happens to a lender: money comes in. */
async function pay({ lenderId }: { lenderId: number }, times = 1): Promise<void> {
  for (let left = times; left > 0; left -= 1) {
    payments += 1
    await perform(fixture.context, creditTopUp, {
      actor,
      input: { bank: 'BNI', paymentRequestId: `ring-${payments}`, lenderId, amount: 10_000, reason: 'test' },
    })
  }
}

/** A lender whose system is called, and knows its secret. */
async function listening(url = receiver.url, types = ['cash.moved']): Promise<LoggedIn> {
  const lender = await logIn(fixture, app)
  await givePassword(lender)
  const set = await app.call('PUT', '/calls-back', { url, types }, { token: lender.user.token })
  expect(set.json).toEqual({ secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) })
  receiver.secrets.push(set.json.secret)
  return lender
}

// Read beside the API: sessions end while a test travels.
const stateOf = async ({ lenderId }: LoggedIn) => (await showCallBack(db(), lenderId)).callBack
const triesOf = async (
  lender: LoggedIn,
): Promise<{ eventNo: number | null; status: number | null; fault: string | null }[]> =>
  (await lender.get('/calls-back/tries')).json.list
const noticesOf = async ({ lenderId }: LoggedIn) =>
  (
    await many<{ what: string }>(
      db(),
      'test.notices',
      `select kind || ' ' || coalesce(data ->> 'part', data ->> 'because') as what from notice
        where lender_id = $1 and kind like 'CALL_BACK%' order by since, id`,
      [lenderId],
    )
  ).map(({ what }) => what)

test('KEY-03 each event is told once, in order, signed as the library of Standard Webhooks verifies, and without content', async () => {
  const lender = await listening()
  const { cursor } = await pageOfEvents(fixture.context, lender.lenderId, { limit: 1000 })
  await pay(lender, 25)
  await work()
  expect(receiver.refused).toBe(0)
  const { list } = await pageOfEvents(fixture.context, lender.lenderId, {
    cursor: cursor ?? undefined,
    limit: 1000,
  })
  expect(list).toHaveLength(25)
  expect(receiver.rung.map(({ id, type }) => [id, type])).toEqual(list.map(({ id }) => [id, 'cash.moved']))
  const last = receiver.rung.at(-2)
  const after = await pageOfEvents(fixture.context, lender.lenderId, {
    cursor: last?.cursor ?? '',
    limit: 10,
  })
  expect(after.list).toEqual(list.slice(-1))
  expect(await stateOf(lender)).toMatchObject({ state: 'ACTIVE', failingSince: null })
  expect((await triesOf(lender)).map(({ status }) => status)).toEqual(list.map(() => 200))
})

test('KEY-03 only the chosen events are told, from when the address was set', async () => {
  const early = await logIn(fixture, app)
  await pay(early, 2)
  await number()
  const lender = await listening(receiver.url, ['funding.settled'])
  await pay(lender, 2)
  await work()
  expect(receiver.rung).toEqual([])
})

test('KEY-03 setting an address and changing its secret ask for the password, refuse private addresses and are told by e-mail', async () => {
  const lender = await logIn(fixture, app)
  const set = (url: string) =>
    app.call('PUT', '/calls-back', { url, types: ['cash.moved'] }, { token: lender.user.token })
  expect((await set(receiver.url)).json.code).toBe('PASSWORD_CHECK_REQUIRED')
  await givePassword(lender)
  for (const url of ['https://10.0.0.1/', 'http://example.com/', 'https://localhost/'])
    expect((await set(url)).json.code, url).toBe('CALL_BACK_ADDRESS')
  expect((await set(receiver.url)).status).toBe(200)
  expect((await lender.post('/calls-back/secret')).json.code).toBe('PASSWORD_CHECK_REQUIRED')
  await givePassword(lender)
  expect((await lender.post('/calls-back/secret')).json.secret).toMatch(/^whsec_/)
  expect((await lender.post('/calls-back/end')).status).toBe(200)
  expect((await lender.post('/calls-back/end')).json.code).toBe('NOT_FOUND')
  expect(await noticesOf(lender)).toEqual([
    'CALL_BACK_CHANGED ADDRESS',
    'CALL_BACK_CHANGED SECRET',
    'CALL_BACK_CHANGED ENDED',
  ])
})

test('KEY-03 while a secret changes, both sign: a receiver with either of them verifies, for a day', async () => {
  const lender = await listening()
  const [before = ''] = receiver.secrets
  await givePassword(lender)
  const { secret } = (await lender.post('/calls-back/secret')).json
  for (const known of [before, secret]) {
    receiver.secrets = [known]
    await pay(lender)
    await work()
  }
  expect(receiver.rung.map(({ signatures }) => signatures)).toEqual([2, 2])
  expect(await stateOf(lender)).toMatchObject({ formerUntil: expect.any(String) })
  await inTransaction(db(), { repeatable: true }, (tx) =>
    run(tx, 'test.later', `update call_back set former_until = app_now() - interval '1 second'`),
  )
  await pay(lender)
  await work()
  expect(receiver.rung.at(-1)?.signatures).toBe(1)
  expect(receiver.refused).toBe(0)
})

test('KEY-03 a call that fails is tried again by the schedule with the same id, and what came meanwhile follows it', async () => {
  const lender = await listening()
  receiver.answer = (response) => response.writeHead(503).end()
  await pay(lender)
  await work()
  expect(receiver.rung).toHaveLength(1)
  await pay(lender, 2)
  await work()
  expect(receiver.rung, 'within the first five seconds').toHaveLength(1)
  fixture.travel('7 seconds')
  await work()
  expect(receiver.rung).toHaveLength(2)
  expect(await stateOf(lender)).toMatchObject({ state: 'ACTIVE', failingSince: expect.any(String) })
  receiver.answer = (response) => response.end()
  // The schedule of the reference library's tolerance is five minutes: this receiver takes any time.
  fixture.travel('12 minutes')
  await relaxed(work)
  const ids = receiver.rung.map(({ id }) => id)
  expect(new Set(ids.slice(0, 3)).size).toBe(1)
  expect(new Set(ids).size).toBe(3)
  expect(await stateOf(lender)).toMatchObject({ state: 'ACTIVE', failingSince: null, dueAt: null })
})

test('KEY-03 an address that takes no call for three days is paused and told of; saved again, it hears of what comes from then on', async () => {
  const lender = await listening()
  receiver.answer = (response) => response.writeHead(500).end()
  await pay(lender)
  await relaxed(async () => {
    for (const at of ['0', '6 s', '6 min', '40 min', '3 h', '9 h', '20 h', '36 h', '58 h', '80 h']) {
      fixture.travel(at)
      expect((await stateOf(lender))?.state, at).toBe('ACTIVE')
      await work()
    }
  })
  expect(new Set(receiver.rung.map(({ id }) => id)).size).toBe(1)
  expect(receiver.rung).toHaveLength(10)
  expect(await stateOf(lender)).toMatchObject({ state: 'PAUSED' })
  expect(await noticesOf(lender)).toContain('CALL_BACK_PAUSED PAUSED')
  fixture.travel(undefined)
  receiver.answer = (response) => response.end()
  await pay(lender)
  await work()
  expect(receiver.rung).toHaveLength(10)
  await givePassword(lender)
  const again = { url: receiver.url, types: ['cash.moved'] }
  const set = await app.call('PUT', '/calls-back', again, { token: lender.user.token })
  expect(set.json, 'the secret stays').toEqual({ secret: null })
  await pay(lender)
  await work()
  expect(receiver.rung).toHaveLength(11)
})

test('KEY-03 an address that answers 410 is called no more, and its lender is told', async () => {
  const lender = await listening()
  receiver.answer = (response) => response.writeHead(410).end()
  await pay(lender, 2)
  await work()
  expect(receiver.rung).toHaveLength(1)
  expect(await stateOf(lender)).toMatchObject({ state: 'GONE' })
  expect(await noticesOf(lender)).toContain('CALL_BACK_PAUSED GONE')
  const byHand = await lender.post('/calls-back/ring', { eventNo: null })
  expect([byHand.status, byHand.json.code]).toEqual([409, 'CALL_BACK_GONE'])
  fixture.travel('4 days')
  await relaxed(work)
  fixture.travel(undefined)
  expect(receiver.rung).toHaveLength(1)
  receiver.answer = (response) => response.end()
  await givePassword(lender)
  expect(
    (
      await app.call(
        'PUT',
        '/calls-back',
        { url: receiver.url, types: ['cash.moved'] },
        { token: lender.user.token },
      )
    ).status,
  ).toBe(200)
  expect((await lender.post('/calls-back/ring', { eventNo: null })).status).toBe(200)
})

test('KEY-03 an address that hangs delays no other one', async () => {
  const silent = await startReceiver()
  silent.answer = () => {}
  const hanging = await listening(silent.url)
  silent.secrets.push(...receiver.secrets)
  const others = [await listening(), await listening(), await listening()]
  const worker = startWorker(db(), callBackQueues, jobs(fixture.context), fixture.context.log)
  try {
    await pay(hanging)
    await number()
    await expect.poll(() => silent.rung.length, { timeout: 10_000 }).toBe(1)
    for (const other of others) await pay(other)
    await number()
    await expect.poll(() => receiver.rung.length, { timeout: 10_000 }).toBe(3)
    expect(await triesOf(hanging), 'the hanging call is still open').toEqual([])
  } finally {
    await silent.close()
    await worker.stop()
  }
  expect(await triesOf(hanging)).toMatchObject([{ status: null, fault: 'CONNECTION' }])
})

test('KEY-03 a worker that is killed in a call tells of the event again with its id: nothing is lost, and nothing twice to whoever keeps the id', async () => {
  const lender = await listening()
  await pay(lender, 5)
  receiver.answer = (response, index) => {
    // The third call was taken, and its answer never arrives.
    if (index !== 2) response.end()
  }
  const first = await startServerProcess('worker', fixture.databaseUrl, settings)
  await expect.poll(() => receiver.rung.length, { timeout: 60_000 }).toBe(3)
  first.child.kill('SIGKILL')
  await first.ended
  receiver.answer = (response) => response.end()
  // As if the lease had run out.
  await inTransaction(db(), { repeatable: true }, (tx) =>
    run(
      tx,
      'test.lease',
      `update job set leased_until = app_now() - interval '1 second' where leased_until is not null`,
    ),
  )
  const second = await startServerProcess('worker', fixture.databaseUrl, settings)
  const kept = () => new Set(receiver.rung.map(({ id }) => id))
  try {
    await expect.poll(() => kept().size, { timeout: 60_000 }).toBe(5)
  } finally {
    second.child.kill('SIGTERM')
    await second.ended
  }
  const { list } = await pageOfEvents(fixture.context, lender.lenderId, { limit: 1000 })
  expect([...kept()].toSorted()).toEqual(list.map(({ id }) => id).toSorted())
  expect(receiver.rung.length, 'the answers that were not stored are told again').toBeGreaterThan(5)
  expect(receiver.refused).toBe(0)
}, 180_000)

test('KEY-03 a lender sends an event again or a trial, never one of another lender, and sees the tries of thirty days', async () => {
  const lender = await listening()
  const other = await logIn(fixture, app)
  await pay(lender)
  await pay(other)
  await work()
  const [told] = receiver.rung
  const [{ eventNo } = { eventNo: null }] = await triesOf(lender)
  expect((await lender.post('/calls-back/ring', { eventNo })).status).toBe(200)
  expect((await lender.post('/calls-back/ring', { eventNo: null })).status).toBe(200)
  await work()
  expect(receiver.rung.map(({ type }) => type).toSorted()).toEqual(['cash.moved', 'cash.moved', 'test'])
  expect(receiver.rung.filter(({ id }) => id === told?.id)).toHaveLength(2)
  const foreign = await one<{ no: number }>(
    db(),
    'test.foreign',
    'select max(no) as no from event where lender_id = $1',
    [other.lenderId],
  )
  expect((await lender.post('/calls-back/ring', { eventNo: foreign.no })).json.code).toBe('NOT_FOUND')
  expect((await other.post('/calls-back/ring', { eventNo: null })).json.code).toBe('NOT_FOUND')
  expect(await triesOf(lender)).toHaveLength(3)
  expect(await triesOf(other)).toEqual([])
  fixture.travel('31 days')
  await deleteOldTries(db())
  fixture.travel(undefined)
  expect(await triesOf(lender)).toEqual([])
})

test('KEY-03 the system of a suspended lender is not called, and hears the rest when the account is active again', async () => {
  const lender = await listening()
  const change = (command: typeof suspendLender) =>
    perform(fixture.context, command, { actor, input: { lenderId: lender.lenderId, reason: 'test' } })
  await change(suspendLender)
  await pay(lender)
  await work()
  expect(receiver.rung).toEqual([])
  await change(reactivateLender)
  await pay(lender)
  await work()
  expect(receiver.rung).toHaveLength(2)
})

/** The receiver trusts what is signed at another time, as the tests travel and its clock does not. */
async function relaxed(of: () => Promise<void>): Promise<void> {
  receiver.takesAnyTime = true
  await of()
}
