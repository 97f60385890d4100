import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { many, run } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/token.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLoan, anAgreement } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { fundLoan } from './fund-loan.ts'

let fixture: Fixture
let app: TestApp
beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})

const amount = 500_000

async function aKnownLender() {
  const lender = await logIn(fixture, app, { cash: 5_000_000 })
  const loans = [await aLoan(fixture.context), await aLoan(fixture.context)] as const
  for (const loan of loans) await anAgreement(fixture.context, { lenderId: lender.lenderId, ...loan, amount })
  expect((await lender.get('/lender/summary')).status).toBe(200)
  return { lender, fundings: loans.map((loan) => ({ ...loan, amount })) as [object, object] }
}

const endSession = ({ user }: LoggedIn) =>
  run(fixture.context.db, 'test.end', 'update session set ended_at = now() where token_hash = $1', [
    hashToken(user.token),
  ])

const traces = ({ lenderId }: LoggedIn) =>
  many(
    fixture.context.db,
    'test.traces',
    `select route from idempotency where actor = $1 and route = 'fundLoan'
      union all select operation from audit_event where actor = $1 and operation = 'fundLoan'`,
    [`lender:${lenderId}`],
  )

test('DOOR-04 a funding is refused and stores nothing when its session, cached by this process, was ended by another', async () => {
  const { lender, fundings } = await aKnownLender()
  expect((await lender.pay('/funding', fundings[0])).status).toBe(200)
  const before = await traces(lender)
  await endSession(lender)
  const { status, json } = await lender.pay('/funding', fundings[1])
  expect([status, json.code]).toEqual([401, 'SESSION_ENDED'])
  expect(await traces(lender)).toEqual(before)
  expect(await cashOf(fixture.context.db, lender.lenderId)).toEqual({ available: 4_500_000, held: 500_000 })
})

test('DOOR-04 in a remembered session that was ended, an invalid funding and a replay are refused like any other', async () => {
  const { lender, fundings } = await aKnownLender()
  const key = randomUUID()
  expect((await lender.pay('/funding', fundings[0], key)).status).toBe(200)
  expect((await lender.pay('/funding', { ...fundings[1], amount: 'much' })).status).toBe(400)
  await endSession(lender)
  expect((await lender.pay('/funding', fundings[0], key)).status).toBe(401)
  expect((await lender.pay('/funding', { ...fundings[1], amount: 'much' })).status).toBe(401)
})

test('DOOR-04 an idle remembered session cannot fund, and a funding extends a session like any other request', async () => {
  const { lender, fundings } = await aKnownLender()
  fixture.travel('10 minutes')
  expect((await lender.pay('/funding', fundings[0])).status).toBe(200)
  fixture.travel('20 minutes')
  expect((await lender.get('/lender/summary')).status).toBe(200)
  fixture.travel('36 minutes')
  expect((await lender.pay('/funding', fundings[1])).status).toBe(401)
})

test('a header that names another lender is refused in a remembered session', async () => {
  const { lender, fundings } = await aKnownLender()
  const { status, json } = await app.post('/funding', fundings[0], {
    token: lender.user.token,
    headers: { 'idempotency-key': randomUUID(), 'x-user-id': String(lender.lenderId + 1) },
  })
  expect([status, json.code]).toEqual([403, 'USER_ID_MISMATCH'])
})

test('a batch decides the requests of live sessions and leaves out those of others, also under the same key', async () => {
  const { lender, fundings } = await aKnownLender()
  const other = await aKnownLender()
  await endSession(other.lender)
  const call = ({ lenderId, user }: LoggedIn, body: object, key: string) => ({
    actor: { kind: 'lender' as const, lenderId, session: hashToken(user.token) },
    input: body as { loanId: number; amount: number },
    key,
  })
  const stranger = call(lender, fundings[1], 'stranger-1')
  const calls = [
    call(other.lender, other.fundings[0], 'ended-first-1'),
    call(lender, fundings[0], 'live-second-1'),
    // The token of another lender, and a second request under a key of a live session.
    { ...stranger, actor: { ...stranger.actor, session: hashToken(other.lender.user.token) } },
    {
      ...call(lender, fundings[0], 'live-second-1'),
      actor: { ...stranger.actor, session: hashToken('none') },
    },
    // A key whose first request is not admitted belongs to the second.
    {
      ...call(lender, { ...fundings[0], loanId: 0 }, 'ended-then-live-1'),
      actor: { ...stranger.actor, session: hashToken('none') },
    },
    call(lender, fundings[1], 'ended-then-live-1'),
  ]
  const ended = new Refusal('SESSION_ENDED')
  let released = 0
  const outcomes = await performBatch(fixture.context, fundLoan, calls, () => (released += 1))
  expect(outcomes.map((one) => ('error' in one ? one.error : 'funded'))).toEqual([
    ended,
    'funded',
    ended,
    ended,
    ended,
    'funded',
  ])
  expect(released).toBe(1)
  const none = await performBatch(fixture.context, fundLoan, calls.slice(2, 4), () => {})
  expect(none.map((one) => 'error' in one && one.error)).toEqual([ended, ended])
  expect(await traces(other.lender)).toEqual([])
})

async function askedDuring(work: () => Promise<unknown>): Promise<string[]> {
  const { db } = fixture.context
  const asked: string[] = []
  const original = db.query.bind(db)
  db.query = (statement) => {
    asked.push(statement.name ?? '')
    return original(statement)
  }
  try {
    await work()
    return asked
  } finally {
    db.query = original
  }
}

test('a funding of a cached session reads the session only in its own transaction, with no query before it', async () => {
  const { lender, fundings } = await aKnownLender()
  const fund = async () => expect((await lender.pay('/funding', fundings[0])).status).toBe(200)
  expect(await askedDuring(fund)).not.toContain('lenders.auth.sessions')
  expect(await askedDuring(() => lender.get('/lender/summary'))).toContain('lenders.auth.sessions')
})

test('a cached session is forgotten when a funding finds that it has ended, so the next one reaches no batch', async () => {
  const { lender, fundings } = await aKnownLender()
  await endSession(lender)
  const fund = async () => expect((await lender.pay('/funding', fundings[0])).status).toBe(401)
  expect(await askedDuring(fund)).not.toContain('lenders.auth.sessions')
  expect(await askedDuring(fund)).toContain('lenders.auth.sessions')
})
