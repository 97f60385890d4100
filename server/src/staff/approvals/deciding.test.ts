import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cookieOf,
  type LoggedInStaff,
  logInStaff,
  logInWith,
  startConsole,
} from '../../../testing/console.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import type { TestApp } from '../../../testing/http.ts'
import { aLender } from '../../../testing/people.ts'
import { aRule, proposed } from '../../../testing/staff.ts'
import { cashOf } from '../../books/index.ts'
import { creditTopUp } from '../../cash/index.ts'
import { closeLender } from '../../lenders/testing.ts'
import { lockStaff } from '../../platform/approvals/decision.ts'
import type { SecurityEvent } from '../../platform/audit/security-log.ts'
import { perform, performPart } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { gatedCommands } from '../../main/testing.ts'
import { takeStaffRights } from '../people/index.ts'
import { secondPairOperations } from './operations.ts'
import { findProposal } from './proposals.ts'
import { setApprovalRules } from './rules.ts'

const actor = { kind: 'operator', name: 'test' } as const
const events: SecurityEvent[] = []
const security = { write: (event: SecurityEvent) => void events.push(event) }

let fixture: Fixture
let app: TestApp
let lenderId = 0
let [maya, dewi, budi] = [] as unknown as [LoggedInStaff, LoggedInStaff, LoggedInStaff]
beforeAll(async () => {
  fixture = await makeFixture({ settings: { CONSOLE_PORT: '3100' }, overrides: { security } })
  app = await startConsole(fixture)
  maya = await logInStaff(fixture, app, 'Maya', 'LOOK', 'WORK', 'DECIDE')
  dewi = await logInStaff(fixture, app, 'Dewi', 'LOOK', 'DECIDE', 'ADMIN')
  budi = await logInStaff(fixture, app, 'Budi', 'LOOK', 'DECIDE', 'ADMIN')
  ;({ lenderId } = await aLender(fixture.context))
  await aRule(fixture, 'creditTopUp', { hours: 1 })
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

let payments = 0
/** Proposes a top-up as Maya; what a decider reads of it. */
async function aProposal(amount = 5_000): Promise<{ number: number; hash: string }> {
  payments += 1
  const input = {
    bank: 'BNI',
    paymentRequestId: `deciding-${payments}`,
    lenderId,
    amount,
    reason: 'test',
  } as const
  const number = await proposed(fixture, creditTopUp, maya.staffId, input)
  return { number, hash: (await findProposal(fixture.context.db, number)).hash }
}

const cash = async (): Promise<number> => (await cashOf(fixture.context.db, lenderId)).available
const failed = (number: number, code: string) => ({
  status: 200,
  json: { results: [{ number, state: 'FAILED', code, message: expect.stringMatching(/\.$/) }] },
})
const stateOf = async (number: number) => (await findProposal(fixture.context.db, number)).state

test('CON-07 the last decider’s call runs the command of the proposal, once, and the books have it', async () => {
  const [before, proposal] = [await cash(), await aProposal()]
  const done = await dewi.decide([proposal])
  expect(done).toMatchObject({
    status: 200,
    json: { results: [{ number: proposal.number, state: 'DONE', missing: 0, code: null, message: null }] },
  })
  expect(await cash()).toBe(before + 5_000)
  const trail = await many<{ operation: string; actor: string }>(
    fixture.context.db,
    'test.trail',
    `select operation, actor from audit_event
      where (detail -> 'authority' ->> 'proposal')::bigint = $1 or (operation = 'decideProposal' and subject = 'proposal:' || $1)`,
    [proposal.number],
  )
  expect(trail).toContainEqual({ operation: 'creditTopUp', actor: `operator:staff-${dewi.staffId}` })
  expect(await budi.decide([proposal])).toMatchObject(failed(proposal.number, 'PROPOSAL_ENDED'))
  expect(await cash()).toBe(before + 5_000)
  expect(await fixture.books()).toEqual([])
})

test('CON-07 a selection is decided with one signature, each by itself: what is refused keeps no other from being run', async () => {
  await aRule(fixture, 'creditTopUp', { deciders: 1, largeFrom: 1_000_000, largeDeciders: 2, hours: 1 })
  const before = await cash()
  const [small, large, own] = [await aProposal(1_000), await aProposal(2_000_000), await aProposal(3_000)]
  const wrong = { ...own, hash: 'f'.repeat(64) }
  const unknown = { number: 99_999, hash: own.hash }
  expect((await dewi.decide([small, wrong, large, unknown])).json.results).toMatchObject([
    { number: small.number, state: 'DONE' },
    { number: own.number, state: 'FAILED', code: 'PROPOSAL_DIFFERS' },
    { number: large.number, state: 'AGREED', missing: 1 },
    { number: 99_999, state: 'FAILED', code: 'PROPOSAL_NOT_FOUND' },
  ])
  expect(await dewi.decide([large])).toMatchObject(failed(large.number, 'PROPOSAL_DECIDED'))
  expect(await maya.decide([large])).toMatchObject(failed(large.number, 'PROPOSAL_OWN'))
  expect(await cash()).toBe(before + 1_000)
  expect((await budi.decide([large])).json.results).toMatchObject([{ state: 'DONE' }])
  expect(await cash()).toBe(before + 2_001_000)
  await aRule(fixture, 'creditTopUp', { hours: 1 })
  expect(await fixture.books()).toEqual([])
})

test('CON-07 refusing ends a proposal, with a reason', async () => {
  const proposal = await aProposal()
  expect((await dewi.decide([proposal], { verdict: 'REFUSE' })).status).toBe(400)
  const refused = await dewi.decide([proposal], { verdict: 'REFUSE', reason: '<b>rekening</b> lain' })
  expect(refused.json.results).toMatchObject([{ state: 'REFUSED' }])
  expect(await budi.decide([proposal])).toMatchObject(failed(proposal.number, 'PROPOSAL_ENDED'))
})

test('CON-07 own proposals are refused to their maker, through another right, session or passkey', async () => {
  const proposal = await aProposal()
  for (const by of maya.passkeys)
    expect(await maya.decide([proposal], { by })).toMatchObject(failed(proposal.number, 'PROPOSAL_OWN'))
  expect(await maya.decide([proposal], { by: dewi.passkeys[0] }), 'the passkey of another').toMatchObject({
    status: 403,
    json: { code: 'PASSKEY_UNKNOWN' },
  })
  expect(await stateOf(proposal.number)).toBe('WAITING')
})

test('CON-07 a signature holds for what it was asked for, once, and for no other person, proposals, verdict or order', async () => {
  const [one, other] = [await aProposal(), await aProposal()]
  const challenge = async (decisions: object[], verdict = 'AGREE') =>
    (await dewi.post('/approvals/challenge', { verdict, decisions })).json.challenge as string
  const send = (by: LoggedInStaff, decisions: object[], assertion: object, verdict = 'AGREE') =>
    by.post('/approvals/decide', {
      verdict,
      decisions,
      assertion,
      ...(verdict === 'REFUSE' ? { reason: 'x' } : {}),
    })
  const refused = { status: 403, json: { code: 'PASSKEY_CHALLENGE' } }
  const sign = async (decisions: object[], verdict?: string) =>
    dewi.passkeys[0].get(await challenge(decisions, verdict))
  expect(await send(dewi, [other], await sign([one]))).toMatchObject(refused)
  expect(await send(dewi, [one, other], await sign([one]))).toMatchObject(refused)
  expect(await send(dewi, [other, one], await sign([one, other]))).toMatchObject(refused)
  expect(await send(dewi, [{ ...one, hash: 'a'.repeat(64) }], await sign([one]))).toMatchObject(refused)
  expect(await send(dewi, [one], await sign([one]), 'REFUSE')).toMatchObject(refused)
  expect(await send(budi, [one], await sign([one]))).toMatchObject(refused)
  const { json: login } = await app.post('/session/challenge')
  expect(await send(dewi, [one], dewi.passkeys[0].get(login.challenge)), 'of a login').toMatchObject(refused)
  expect(await app.post('/session', { assertion: await sign([one]) }), 'for a login').toMatchObject(refused)
  expect([await stateOf(one.number), await stateOf(other.number)]).toEqual(['WAITING', 'WAITING'])
  const assertion = await sign([one])
  expect((await send(dewi, [one], assertion)).json.results).toMatchObject([{ state: 'DONE' }])
  events.length = 0
  expect(await send(dewi, [one], assertion), 'replayed').toMatchObject(refused)
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'usePasskey', outcome: 'PASSKEY_CHALLENGE' }),
  )
  expect(await dewi.decide([other], { wrong: { isVerified: false } })).toMatchObject({
    status: 403,
    json: { code: 'PASSKEY_UNVERIFIED' },
  })
  expect(await stateOf(other.number)).toBe('WAITING')
})

test('CON-07 two who decide at once run the command once', async () => {
  const [before, proposal] = [await cash(), await aProposal()]
  const answers = await Promise.all([dewi.decide([proposal]), budi.decide([proposal])])
  const states = answers.map(({ json }) => String(json.results[0].code ?? json.results[0].state))
  expect(new Set(states)).toEqual(new Set(['DONE', 'PROPOSAL_ENDED']))
  expect(await cash()).toBe(before + 5_000)
})

test('CON-07 a decision is refused whose decider is suspended, or loses the right, a passkey or the session, after signing it', async () => {
  const cases: [string, (who: LoggedInStaff) => Promise<unknown>, number, string][] = [
    ['Hani', (who) => take(who, ['LOOK', 'DECIDE', 'ADMIN']), 401, 'STAFF_SESSION_ENDED'],
    ['Hari', (who) => take(who, ['DECIDE']), 403, 'STAFF_RIGHT_MISSING'],
    ['Hadi', (who) => who.post('/passkeys/end', { id: who.passkeys[1].id }), 403, 'STAFF_RIGHT_MISSING'],
    ['Haji', (who) => who.post('/session/end'), 401, 'STAFF_SESSION_ENDED'],
  ]
  const take = (who: LoggedInStaff, rights: ('LOOK' | 'DECIDE' | 'ADMIN')[]) =>
    perform(fixture.context, takeStaffRights, { actor, input: { name: who.name, rights, reason: 'test' } })
  const [before, proposal] = [await cash(), await aProposal()]
  for (const [name, change, status, code] of cases) {
    const who = await logInStaff(fixture, app, name, 'LOOK', 'DECIDE', 'ADMIN')
    const asked = { verdict: 'AGREE', decisions: [proposal] }
    const { json } = await who.post('/approvals/challenge', asked)
    await change(who)
    const assertion = who.passkeys[0].get(json.challenge)
    expect(await who.post('/approvals/decide', { ...asked, assertion }), name).toMatchObject({
      status,
      json: { code },
    })
  }
  expect([await cash(), await stateOf(proposal.number)]).toEqual([before, 'WAITING'])
})

const ended =
  (text: string) =>
  (tx: Transaction, { staffId }: LoggedInStaff) =>
    tx.query({ text, values: [staffId] })

test.each<[string, (tx: Transaction, who: LoggedInStaff) => Promise<unknown>, string]>([
  [
    'the session',
    ended('update staff_session set ended_at = app_now() where staff_id = $1'),
    'STAFF_SESSION_ENDED',
  ],
  [
    'the second passkey',
    ended(`update staff_passkey set ended_at = app_now() where staff_id = $1 and label = 'kunci 2'`),
    'PASSKEYS_TOO_FEW',
  ],
  [
    'the passkey that signed',
    ended(`update staff_passkey set ended_at = app_now() where staff_id = $1 and label = 'kunci 1'`),
    'PASSKEY_UNKNOWN',
  ],
  [
    'the right',
    (tx, { name }) => {
      const input = { name, rights: ['DECIDE' as const], reason: 'test' }
      return performPart(tx, fixture.context, takeStaffRights, { actor, input })
    },
    'STAFF_RIGHT_MISSING',
  ],
])(
  'CON-07 a decision that waits for the lock on the staff sees that %s was lost meanwhile',
  async (what, lose, code) => {
    const [before, proposal] = [await cash(), await aProposal()]
    const who = await logInStaff(fixture, app, `Tunggu ${what}`, 'LOOK', 'DECIDE')
    let decided: Promise<unknown> = Promise.resolve()
    await inTransaction(fixture.context.db, { repeatable: true }, async (tx) => {
      await lockStaff(tx)
      decided = who.decide([proposal])
      await waiting()
      await lose(tx, who)
    })
    expect(await decided).toMatchObject(failed(proposal.number, code))
    expect([await cash(), await stateOf(proposal.number)]).toEqual([before, 'WAITING'])
  },
)

test('CON-07 a decision that waits while the rule is changed is taken by the rule of then', async () => {
  const [before, proposal] = [await cash(), await aProposal()]
  let decided: Promise<unknown> = Promise.resolve()
  await inTransaction(fixture.context.db, { repeatable: true }, async (tx) => {
    await lockStaff(tx)
    decided = dewi.decide([proposal])
    await waiting()
    const rule = { operation: 'creditTopUp', deciders: 2, largeFrom: null, largeDeciders: null, hours: 1 }
    const input = { rules: [rule], reason: 'stricter' }
    await performPart(tx, fixture.context, setApprovalRules, { actor, input })
  })
  expect(await decided).toMatchObject({ json: { results: [{ state: 'AGREED', missing: 1 }] } })
  expect(await cash()).toBe(before)
  await aRule(fixture, 'creditTopUp', { hours: 1 })
})

test('CON-07 a decision on the cash of a lender whose account was closed since is refused in a sentence', async () => {
  const { lenderId: gone } = await aLender(fixture.context)
  const input = {
    bank: 'BNI',
    paymentRequestId: 'closed',
    lenderId: gone,
    amount: 5_000,
    reason: 'test',
  } as const
  const number = await proposed(fixture, creditTopUp, maya.staffId, input)
  const { hash } = await findProposal(fixture.context.db, number)
  await perform(fixture.context, closeLender, { actor, input: { lenderId: gone, reason: 'test' } })
  const { json } = await dewi.decide([{ number, hash }])
  expect(json.results).toMatchObject([{ state: 'FAILED', message: expect.stringMatching(/\.$/) }])
  expect(await stateOf(number)).toBe('WAITING')
  expect((await cashOf(fixture.context.db, gone)).available).toBe(0)
})

/** Waits until a decision waits for the lock on the staff. */
async function waiting(): Promise<void> {
  for (;;) {
    const rows = await many(
      fixture.context.db,
      'test.waiting',
      `select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
    )
    if (rows.length > 0) return
  }
}

test('CON-07 a proposal that expires in the second of the decision, a changed rule and a command that refuses decide nothing', async () => {
  const [late, strict] = [await aProposal(), await aProposal()]
  const before = await cash()
  await aRule(fixture, 'creditTopUp', { deciders: 2, hours: 1 })
  expect((await dewi.decide([strict])).json.results, 'the rule of now').toMatchObject([
    { state: 'AGREED', missing: 1 },
  ])
  await aRule(fixture, 'creditTopUp', { hours: 1 })
  const input = {
    bank: 'BNI',
    paymentRequestId: 'other',
    lenderId: 1,
    amount: 5_000,
    reason: 'test',
  } as const
  const nobody = await proposed(fixture, creditTopUp, maya.staffId, input)
  const { hash } = await findProposal(fixture.context.db, nobody)
  const { json } = await dewi.decide([{ number: nobody, hash }])
  expect(json.results, 'a lender who is not there').toMatchObject([
    { state: 'FAILED', message: expect.any(String) },
  ])
  expect(await stateOf(nobody)).toBe('WAITING')
  const asked = { verdict: 'AGREE', decisions: [late] }
  fixture.travel('59 minutes 58 seconds')
  const entered = await logInAgain()
  const { json: offered } = await entered.post('/approvals/challenge', asked)
  fixture.travel('60 minutes')
  const assertion = dewi.passkeys[0].get(offered.challenge)
  expect(await entered.post('/approvals/decide', { ...asked, assertion })).toMatchObject(
    failed(late.number, 'PROPOSAL_EXPIRED'),
  )
  fixture.travel(undefined)
  expect(await cash()).toBe(before)
  expect(await fixture.books()).toEqual([])
})

/** A session of Dewi's at the time of the fixture. */
async function logInAgain(): Promise<Pick<LoggedInStaff, 'post'>> {
  const cookie = cookieOf(await logInWith(app, dewi.passkeys[0]))
  return { post: (path, body) => app.post(path, body, { headers: { cookie } }) }
}

test('CON-07 every operation that can be proposed has one command that the console runs', async () => {
  const lines = ['importLender', 'importLoans']
  const known = [...(await gatedCommands()).keys()]
  expect(known.toSorted()).toEqual(secondPairOperations.filter((name) => !lines.includes(name)))
})
