import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLoan, anAgreement } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

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
afterEach(async () => expect(await fixture.books()).toEqual([]))

async function aFunder() {
  const lender = await logIn(fixture, app, { cash: 5_000_000 })
  const loan = await aLoan(fixture.context)
  await anAgreement(fixture.context, { lenderId: lender.lenderId, ...loan, amount: 500_000 })
  return { lender, body: { ...loan, amount: 500_000 }, key: randomUUID() }
}

test('SCR-13 a funding whose answer was lost is found by its idempotency key, on every request', async () => {
  const { lender, body, key } = await aFunder()
  const first = await lender.pay('/funding', body, key)
  for (let i = 0; i < 2; i += 1) {
    const found = await lender.post('/funding/outcome', { key })
    expect([found.status, found.json]).toEqual([200, first.json])
  }
  expect(await cashOf(fixture.context.db, lender.lenderId)).toEqual({ available: 4_500_000, held: 500_000 })
})

test('SCR-13 a funding request that arrives after it was reported as not received is refused', async () => {
  const { lender, body, key } = await aFunder()
  const asked = await lender.post('/funding/outcome', { key })
  expect([asked.status, asked.json.code]).toEqual([409, 'REQUEST_NOT_RECEIVED'])
  const late = await lender.pay('/funding', body, key)
  expect(late.status).toBe(409)
  expect((await lender.post('/funding/outcome', { key })).json.code).toBe('REQUEST_NOT_RECEIVED')
  expect(await cashOf(fixture.context.db, lender.lenderId)).toEqual({ available: 5_000_000, held: 0 })
  expect((await lender.pay('/funding', body)).status).toBe(200)
})

test('SCR-13 looking up a funding waits for the running request and answers with its outcome', async () => {
  const { lender, body, key } = await aFunder()
  const [request, outcome] = await Promise.all([
    lender.pay('/funding', body, key),
    lender.post('/funding/outcome', { key }),
  ])
  expect(outcome.status).toBe(request.status)
  if (request.status === 200) expect(outcome.json).toEqual(request.json)
  const { held } = await cashOf(fixture.context.db, lender.lenderId)
  expect(held).toBe(request.status === 200 ? 500_000 : 0)
})

test('SCR-13 looking up a refused funding repeats its refusal, and keys of other lenders reveal nothing', async () => {
  const { lender, body, key } = await aFunder()
  const refused = await lender.pay('/funding', { ...body, amount: 1 }, key)
  const outcome = await lender.post('/funding/outcome', { key })
  expect([outcome.status, outcome.json.message]).toEqual([400, refused.json.message])

  const own = randomUUID()
  await lender.pay('/funding', body, own)
  const stranger = await logIn(fixture, app)
  for (const path of ['/funding/outcome', '/funding/bulk/outcome', '/withdrawals/outcome']) {
    expect((await stranger.post(path, { key: own })).json.code).toBe('REQUEST_NOT_RECEIVED')
  }
  expect((await lender.post('/withdrawals/outcome', { key: own })).json.code).toBe('REQUEST_NOT_RECEIVED')
  expect((await lender.post('/funding/outcome', { key: own })).status).toBe(200)
  expect((await lender.post('/funding/outcome', { key: 'short' })).status).toBe(400)
})
