import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { givePassword, type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aMandate } from '../../../testing/mandates.ts'
import { strategyBody } from '../../../testing/strategy-body.ts'

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

const path = '/auto-funding/strategies'
const create = (lender: LoggedIn, overrides: object = {}) =>
  lender.post(path, { ...strategyBody, ...overrides })
const put = (lender: LoggedIn, where: string, body: unknown) =>
  app.call('PUT', path + where, body, { token: lender.user.token })
const names = async (lender: LoggedIn) =>
  (await lender.get(path)).json.list.map(({ name, place, state }: Record<string, unknown>) => [
    name,
    place,
    state,
  ])
const aLender = () => logIn(fixture, app)

test('AUT-01 a lender can create, change, pause and end strategies, which are listed in their order', async () => {
  const lender = await aLender()
  const first = (await create(lender, { name: 'Satu' })).json
  expect(first).toMatchObject({
    place: 1,
    state: 'ACTIVE',
    placed: 0,
    fundings: 0,
    lastRun: null,
    budget: 5_000_000,
  })
  const second = (await create(lender, { name: 'Dua' })).json
  const third = (await create(lender, { name: 'Tiga' })).json
  const ids = [third, first, second].map(({ strategyId }) => strategyId)
  expect((await put(lender, '/order', { strategyIds: ids })).status).toBe(200)
  expect(await names(lender)).toEqual([
    ['Tiga', 1, 'ACTIVE'],
    ['Satu', 2, 'ACTIVE'],
    ['Dua', 3, 'ACTIVE'],
  ])

  const { strategyId } = first
  const changed = await put(lender, '', { ...strategyBody, name: 'Satu', budget: 9_000_000, strategyId })
  expect(changed.json).toMatchObject({ budget: 9_000_000, place: 2 })
  expect((await put(lender, '/state', { strategyId, state: 'PAUSED' })).json.state).toBe('PAUSED')
  expect((await put(lender, '/state', { strategyId, state: 'ACTIVE' })).json.state).toBe('ACTIVE')
  await put(lender, '/state', { strategyId, state: 'ENDED' })
  expect(await names(lender)).toEqual([
    ['Tiga', 1, 'ACTIVE'],
    ['Dua', 2, 'ACTIVE'],
    ['Satu', null, 'ENDED'],
  ])
  for (const state of ['ACTIVE', 'PAUSED'])
    expect((await put(lender, '/state', { strategyId, state })).json.code).toBe('STRATEGY_ENDED')
  expect((await put(lender, '', { ...strategyBody, strategyId })).json.code).toBe('STRATEGY_ENDED')
})

test('AUT-01 a strategy that is sent twice is stored once, and other terms under the same id are refused', async () => {
  const lender = await aLender()
  const first = (await create(lender)).json
  expect((await create(lender)).json).toEqual(first)
  expect((await create(lender, { name: 'TENOR PENDEK', budget: 6_000_000 })).json.code).toBe(
    'STRATEGY_NAME_TAKEN',
  )
  expect(await names(lender)).toHaveLength(1)
})

test('AUT-01 an eleventh strategy is refused until one has ended', async () => {
  const lender = await aLender()
  const made = []
  for (let no = 1; no <= 10; no += 1) made.push((await create(lender, { name: `Strategi ${no}` })).json)
  expect((await create(lender, { name: 'Satu lagi' })).json.code).toBe('STRATEGIES_FULL')
  await put(lender, '/state', { strategyId: made[4].strategyId, state: 'ENDED' })
  expect((await create(lender, { name: 'Satu lagi' })).json.place).toBe(10)
})

test.each([
  ['without a budget', { budget: undefined }, 'Anggaran'],
  ['with an amount per loan above its budget', { budget: 200_000 }, 'di atas anggaran'],
  ['with an amount per loan above its maximum per borrower', { mostPerBorrower: 200_000 }, 'Penerima Dana'],
  [
    'with a maximum interest below its minimum',
    { filters: { interestFrom: '0.2', interestTo: '0.1' } },
    'Bunga',
  ],
  ['with a maximum tenor below its minimum', { filters: { tenorFrom: '12', tenorTo: '3' } }, 'Tenor'],
  ['with a share of zero', { perLoan: { kind: 'SHARE', basisPoints: 0 } }, 'Porsi'],
  ['without a name', { name: '   ' }, 'Nama'],
  ['with a negative amount of cash to leave', { cashToKeep: -1 }, 'negatif'],
])('AUT-01 a strategy %s is refused', async (_, overrides, sentence) => {
  const lender = await aLender()
  const { status, json } = await create(lender, overrides)
  expect([status, json.code]).toEqual([400, 'INPUT_INVALID'])
  expect(JSON.stringify(json)).toContain(sentence)
  expect(await names(lender)).toEqual([])
})

test('AUT-01 a strategy above what the mandate in force allows is refused, naming the allowed maximum', async () => {
  const lender = await aLender()
  const made = (await create(lender, { budget: 60_000_000 })).json
  await aMandate(fixture.context, lender.lenderId, { largestPerLoan: 1_000_000, totalBudget: 50_000_000 })
  const perLoan = { kind: 'FIXED', amount: 1_000_001 }
  for (const [overrides, most] of [
    [{ perLoan, budget: 5_000_000 }, 'Rp1.000.000'],
    [{ budget: 50_000_001 }, 'Rp50.000.000'],
  ] as const) {
    const { json } = await create(lender, { name: 'Lain', ...overrides })
    expect([json.code, json.message]).toEqual(['STRATEGY_ABOVE_MANDATE', expect.stringContaining(most)])
  }
  const { strategyId } = made
  expect((await put(lender, '/state', { strategyId, state: 'PAUSED' })).status).toBe(200)
  expect((await put(lender, '/state', { strategyId, state: 'ACTIVE' })).json.code).toBe(
    'STRATEGY_ABOVE_MANDATE',
  )
  const lower = { ...strategyBody, budget: 50_000_000, strategyId }
  await givePassword(lender)
  expect((await put(lender, '', lower)).status).toBe(200)
  await givePassword(lender)
  expect((await put(lender, '/state', { strategyId, state: 'ACTIVE' })).status).toBe(200)
})

test('SEC-09 under a mandate a strategy is made, changed and resumed with the password only, and paused and ended without', async () => {
  const lender = await aLender()
  await aMandate(fixture.context, lender.lenderId)
  const missing = 'PASSWORD_CHECK_REQUIRED'
  expect((await create(lender)).json.code).toBe(missing)
  await givePassword(lender)
  const { strategyId } = (await create(lender)).json
  const changed = { ...strategyBody, budget: 9_000_000, strategyId }
  expect((await put(lender, '', changed)).json.code).toBe(missing)
  expect((await put(lender, '/state', { strategyId, state: 'PAUSED' })).status).toBe(200)
  expect((await put(lender, '/state', { strategyId, state: 'ACTIVE' })).json.code).toBe(missing)
  await givePassword(lender)
  expect((await put(lender, '', changed)).json.budget).toBe(9_000_000)
  expect((await put(lender, '/state', { strategyId, state: 'ACTIVE' })).json.code).toBe(missing)
  expect((await put(lender, '/state', { strategyId, state: 'ENDED' })).status).toBe(200)
})

test('AUT-01 reordering strategies is refused when one is omitted or belongs to another lender', async () => {
  const [lender, other] = [await aLender(), await aLender()]
  const first = (await create(lender, { name: 'Satu' })).json.strategyId
  const second = (await create(lender, { name: 'Dua' })).json.strategyId
  const theirs = (await create(other)).json.strategyId
  for (const strategyIds of [[first], [first, first], [first, theirs], [first, second, theirs], []])
    expect((await put(lender, '/order', { strategyIds })).json.code).toBe('STRATEGY_ORDER_INCOMPLETE')
  expect((await put(lender, '/state', { strategyId: theirs, state: 'ENDED' })).json.code).toBe(
    'STRATEGY_NOT_FOUND',
  )
  expect(await names(lender)).toEqual([
    ['Satu', 1, 'ACTIVE'],
    ['Dua', 2, 'ACTIVE'],
  ])
})
