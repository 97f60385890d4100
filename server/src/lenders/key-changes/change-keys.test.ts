import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture } from '../../../testing/account.ts'
import { aCompany, join } from '../../../testing/company.ts'
import { givePassword, type LoggedIn, logIn } from '../../../testing/http.ts'
import { callWith, makeKey } from '../../../testing/keys.ts'
import { codeOf, setUpApp } from '../../../testing/second-factor.ts'
import { lockCompany } from '../../platform/approvals/company.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { many, one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { hashToken } from '../../platform/token.ts'
import { insertKey } from '../keys/index.ts'
import { perform } from '../../platform/commands/perform.ts'
import { listKeys } from './list-keys.ts'
import { tellEndingKeys } from './tell-ending.ts'
import { reactivateLender, suspendLender } from '../testing.ts'

const operator = { kind: 'operator', name: 'test' } as const
const today = businessDateOf(new Date())
let fixture: AccountFixture
beforeAll(async () => {
  fixture = await makeAccountFixture({})
})
afterEach(() => fixture.comeBack())
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

const refused = (status: number, code: string) =>
  expect.objectContaining({ status, json: expect.objectContaining({ code }) })
const keysOf = async (lender: LoggedIn) => (await lender.get('/keys')).json.list
const later = async ({ lenderId }: LoggedIn) => (await listKeys(fixture.context.db, lenderId)).list
const call = (secret: string) => callWith(fixture.app, secret, '/cash')
const terms = { label: 'ERP', right: 'READ', networks: [], lastDay: null }

test('KEY-01 a key is made after a fresh password, shown once, and kept as its SHA-256', async () => {
  const { app, context } = fixture
  const lender = await logIn(fixture, app)
  expect(await lender.post('/keys', terms)).toEqual(refused(400, 'PASSWORD_CHECK_REQUIRED'))
  const propose = await lender.post('/keys', { ...terms, right: 'PROPOSE' })
  expect(propose, 'a lender who is alone').toEqual(refused(403, 'KEY_PROPOSES_IN_COMPANY'))
  const all = await lender.post('/keys', { ...terms, right: 'ALL' })
  expect(all).toEqual(refused(400, 'INPUT_INVALID'))
  const key = await makeKey(app, lender)
  expect(key.secret).toMatch(/^pmtg_[0-9A-Za-z]{49}$/)
  expect((await key.get('/cash')).status).toBe(200)
  expect(await keysOf(lender)).toEqual([
    expect.objectContaining({ id: key.id, label: 'ERP', right: 'READ', usedAt: expect.any(String) }),
  ])
  const kept = await many<{ row: string }>(
    context.db,
    'test.kept',
    `select row_to_json(k)::text as row from partner_key k where id = $1
     union all select row_to_json(e)::text from audit_event e where actor = $2
     union all select row_to_json(i)::text from idempotency i`,
    [key.id, `lender:${lender.lenderId}`],
  )
  expect(kept.length).toBeGreaterThan(2)
  for (const { row } of kept) expect(row).not.toContain(key.secret.slice(5))
  const entries = await many<{ operation: string; detail: object }>(
    context.db,
    'test.entries',
    `select operation, detail from audit_event where subject = $1 and operation = 'createKey' and outcome = 'done'`,
    [`lender:${lender.lenderId}`],
  )
  expect(entries).toEqual([
    { operation: 'createKey', detail: expect.objectContaining({ key: key.id, right: 'READ' }) },
  ])
})

test('KEY-01 a lender with a second factor makes and rotates keys with it, and not with the password', async () => {
  const { app, context } = fixture
  const lender = await logIn(fixture, app)
  const { secret: seed } = await setUpApp(context.db, lender)
  await givePassword(lender)
  expect(await lender.post('/keys', terms)).toEqual(refused(400, 'FACTOR_CHECK_REQUIRED'))
  fixture.travel('1 minute')
  const shown = { code: await codeOf(context.db, seed) }
  expect((await lender.post('/auth/factors/check', shown)).json).toEqual({ is_validated: true })
  expect((await lender.post('/keys', terms)).status).toBe(200)
})

test('KEY-01 a rotated key works under both secrets for a day, then under the new one, and a revoked key under none', async () => {
  const { app } = fixture
  const lender = await logIn(fixture, app)
  const key = await makeKey(app, lender)
  expect(await lender.post('/keys/rotate', { id: key.id })).toEqual(refused(400, 'PASSWORD_CHECK_REQUIRED'))
  await givePassword(lender)
  const rotated = (await lender.post('/keys/rotate', { id: key.id })).json
  expect(rotated).toEqual({ id: key.id, secret: expect.stringMatching(/^pmtg_/) })
  const both = async () => [(await call(key.secret)).status, (await call(rotated.secret)).status]
  expect(await both()).toEqual([200, 200])
  expect((await keysOf(lender))[0].formerUntil).toEqual(expect.any(String))
  fixture.travel('25 hours')
  expect(await both()).toEqual([401, 200])
  expect(await later(lender)).toMatchObject([{ formerUntil: null }])
  await fixture.comeBack()
  expect((await lender.post('/keys/revoke', { id: key.id })).status).toBe(200)
  expect(await both()).toEqual([401, 401])
  expect(await keysOf(lender)).toEqual([])
  expect(await lender.post('/keys/revoke', { id: key.id })).toEqual(refused(404, 'NOT_FOUND'))
})

test('KEY-01 of two administrators who create the twentieth API key at once, the second is refused', async () => {
  const company = await aCompany(fixture)
  const { lenderId } = company
  const second = await join(fixture, company, ['ADMINISTRATOR'])
  for (let made = 0; made < 19; made += 1) await makeKey(fixture.app, company)
  await givePassword(second)
  const { db, random } = fixture.context
  let isOver = false
  const isWaiting = async () =>
    (
      await one<{ waiting: boolean }>(
        db,
        'test.waiting',
        `select exists (select from pg_locks join pg_stat_activity using (pid)
                         where not granted and locktype = 'advisory' and datname = current_database()) as waiting`,
      )
    ).waiting
  const asked = await inTransaction(db, { repeatable: false }, async (tx) => {
    await lockCompany(tx, lenderId)
    const answer = second.post('/keys', terms).finally(() => (isOver = true))
    while (!isOver && !(await isWaiting())) continue
    const id = random.uuid()
    await recordAudit(tx, {
      id: random.uuid(),
      actor: { kind: 'lender', lenderId, member: lenderId },
      ...{ operation: 'createKey', outcome: 'done', subject: `lender:${lenderId}`, detail: { key: id } },
    })
    await insertKey(tx, {
      ...{ id, lenderId, maker: lenderId, label: 'ERP', right: 'READ' },
      ...{ networks: [], lastDay: null, hash: hashToken(random.token()) },
    })
    return { answer }
  })
  expect(await asked.answer).toEqual(refused(409, 'KEYS_FULL'))
  expect((await company.get('/keys')).json.list).toHaveLength(20)
})

test('KEY-01 a key of another lender can neither be rotated nor revoked, nor is it listed', async () => {
  const { app } = fixture
  const [owner, stranger] = [await logIn(fixture, app), await logIn(fixture, app)]
  const key = await makeKey(app, owner)
  await givePassword(stranger)
  expect(await stranger.post('/keys/rotate', { id: key.id })).toEqual(refused(404, 'NOT_FOUND'))
  expect(await stranger.post('/keys/revoke', { id: key.id })).toEqual(refused(404, 'NOT_FOUND'))
  expect(await keysOf(stranger)).toEqual([])
  expect((await key.get('/cash')).status).toBe(200)
})

test('KEY-01 a key ends after its last day, which cannot be past when it is made', async () => {
  const { app } = fixture
  const lender = await logIn(fixture, app)
  const key = await makeKey(app, lender, { lastDay: addDays(today, 1) })
  expect((await key.get('/cash')).status).toBe(200)
  fixture.travel('1 day')
  expect((await key.get('/cash')).status).toBe(200)
  fixture.travel('2 days')
  expect(await key.get('/cash')).toEqual(refused(401, 'KEY_UNKNOWN'))
  expect(await later(lender)).toMatchObject([{ isPastLastDay: true }])
  await fixture.comeBack()
  await givePassword(lender)
  expect(await lender.post('/keys', { ...terms, lastDay: addDays(today, -1) })).toEqual(
    refused(400, 'KEY_DAY_PAST'),
  )
})

test('KEY-01 a key works from its networks only, and what is no network is refused by name', async () => {
  const { app } = fixture
  const lender = await logIn(fixture, app)
  const here = await makeKey(app, lender, { networks: ['10.0.0.0/8', '127.0.0.0/8'] })
  expect((await here.get('/cash')).status).toBe(200)
  const elsewhere = await makeKey(app, lender, { networks: ['203.0.113.7', '2001:db8::/32'] })
  expect(await elsewhere.get('/cash')).toEqual(refused(403, 'KEY_NETWORK'))
  for (const network of ['10.0.0.0/33', 'kantor', '10.0.0/8', '', '::/129', '2001:db8::/32.5']) {
    const answer = await lender.post('/keys', { ...terms, networks: [network] })
    expect([answer.status, answer.json.message], network).toEqual([400, expect.stringContaining('CIDR')])
  }
})

test('KEY-01 a suspended lender’s key is refused at once, and does not come back with the account', async () => {
  const { app, context } = fixture
  const lender = await logIn(fixture, app)
  const key = await makeKey(app, lender)
  const input = { lenderId: lender.lenderId, reason: 'test' }
  await perform(context, suspendLender, { actor: operator, input })
  expect(await key.get('/cash')).toEqual(refused(401, 'KEY_UNKNOWN'))
  await perform(context, reactivateLender, { actor: operator, input })
  expect(await key.get('/cash')).toEqual(refused(401, 'KEY_UNKNOWN'))
})

test('KEY-01 at most twenty keys work at once, also where two are made at the same moment', async () => {
  const { app, context } = fixture
  const lender = await logIn(fixture, app)
  for (let count = 0; count < 19; count += 1) await makeKey(app, lender)
  const second = await app.post('/auth/login', {
    phoneNumber: lender.phone,
    password: 'Sawah-Terasering-7',
    type: 'lender',
  })
  const token = second.json.token as string
  const other = { post: (path: string, body?: unknown) => app.post(path, body, { token }) }
  await Promise.all([givePassword(lender), givePassword(other)])
  const answers = await Promise.all([lender.post('/keys', terms), other.post('/keys', terms)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const { length } = await many(context.db, 'test.keys', 'select from partner_key where lender_id = $1', [
    lender.lenderId,
  ])
  expect(length).toBe(20)
})

test('KEY-01 each change of a key is told to the lender, and once before its last day', async () => {
  const { app, context } = fixture
  const lender = await logIn(fixture, app)
  const { id } = await makeKey(app, lender, { label: 'Buku besar' })
  await givePassword(lender)
  await lender.post('/keys/rotate', { id })
  await lender.post('/keys/revoke', { id })
  const told = () =>
    many<{ change: string; label: string }>(
      context.db,
      'test.told',
      `select data ->> 'change' as change, data ->> 'label' as label from notice
        where lender_id = $1 and kind = 'KEYS_CHANGED' order by since, id`,
      [lender.lenderId],
    )
  const label = 'Buku besar'
  const changes = ['MADE', 'ROTATED', 'REVOKED'].map((change) => ({ change, label }))
  expect(await told()).toEqual(changes)

  const made = [
    ['long', 20],
    ['short', 6],
  ] as const
  for (const [name, days] of made) await makeKey(app, lender, { label: name, lastDay: addDays(today, days) })
  const both = made.map(([name]) => ({ change: 'MADE', label: name }))
  await tellEndingKeys(context)
  expect(await told()).toEqual([...changes, ...both])
  fixture.travel('4 days')
  await Promise.all([tellEndingKeys(context), tellEndingKeys(context)])
  const short = { change: 'ENDING', label: 'short' }
  expect(await told()).toEqual([...changes, ...both, short])
  fixture.travel('11 days')
  await tellEndingKeys(context)
  expect(await told()).toEqual([...changes, ...both, short, { change: 'ENDING', label: 'long' }])
})
