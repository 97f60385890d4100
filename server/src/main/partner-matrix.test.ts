import { businessDateOf } from '@pematang/contract/format/business-date'
import type { PartnerEndpoint } from '@pematang/contract/endpoint'
import { type PartnerEndpoints, partnerEndpoints } from '@pematang/contract/partner-endpoints'
import { allowsKey } from '@pematang/contract/partner/rights'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture } from '../../testing/account.ts'
import type { Answer, LoggedIn } from '../../testing/http.ts'
import { logIn } from '../../testing/http.ts'
import { aProposingKey } from '../../testing/company.ts'
import { callWith, makeKey, type TestKey } from '../../testing/keys.ts'
import { partnerMatrix, proposedWithdrawal, type Theirs } from '../../testing/matrix-partner.ts'
import { one } from '../platform/db/database.ts'
import { aLoan } from '../../testing/people.ts'
import { aDisbursedLoan } from '../../testing/servicing.ts'

type Name = keyof PartnerEndpoints
const every = Object.entries<PartnerEndpoint>(partnerEndpoints) as [Name, PartnerEndpoint][]
/** Those of lenders; `feed-matrix.test.ts` has those of staff. */
const calls = every.filter(
  (one): one is [Name, Extract<PartnerEndpoint, { auth: 'key' }>] => one[1].auth === 'key',
)
let fixture: AccountFixture
let lender: LoggedIn
let keys: Record<'READ' | 'PROPOSE' | 'revoked' | 'elsewhere', TestKey>
let theirs: Theirs

beforeAll(async () => {
  fixture = await makeAccountFixture({})
  const { app, context } = fixture
  lender = await logIn(fixture, app, { cash: 5_000_000 })
  const other = await logIn(fixture, app, { cash: 5_000_000 })
  const { loanNumber } = await aLoan(context)
  await aLoan(context)
  const ask = { loanNumber, lenderUserId: other.lenderId, amount: 500_000 }
  const { PP_filepath } = (await other.post('/funding/agreement', ask)).json as { PP_filepath: string }
  const of = await makeKey(app, other)
  const [proposing, firm] = [await aProposingKey(fixture), await aProposingKey(fixture)]
  const { number } = (await firm.key.post('/proposals', proposedWithdrawal())).json as { number: number }
  const next = async (path: string, from = of) => ((await from.get(path)).json as { next: string }).next
  theirs = {
    cursors: {
      listPartnerTransactions: await next('/transactions?limit=1'),
      listOffers: await next('/offers?limit=1'),
      listPartnerProposals: await next('/proposals', firm.key),
    },
    proposal: number,
    document: PP_filepath.slice('/documents/'.length),
  }
  keys = {
    READ: await makeKey(app, lender),
    PROPOSE: proposing.key,
    revoked: await makeKey(app, lender),
    elsewhere: await makeKey(app, lender, { networks: ['203.0.113.0/24'] }),
  }
  await lender.post('/keys/revoke', { id: keys.revoked.id })
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

const pathOf = ({ path }: PartnerEndpoint, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query).toString()}`

const send = (secret: string, path: string, body: object | undefined) =>
  callWith(fixture.app, secret, path, body && { body })

function expectProblem(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.json?.code], answer.bytes.toString().slice(0, 300)).toEqual([status, code])
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.json).toEqual({
    type: `urn:pematang:refusal:${code}`,
    title: expect.any(String),
    status,
    detail: expect.stringMatching(/^[A-Z].+\.$/),
    code,
    requestId: answer.headers.get('x-request-id'),
  })
}

describe.each(calls)('the call %s', (name, endpoint) => {
  const entry = () => partnerMatrix[name](theirs)

  test('KEY-02 answers a key with its right, and says in headers what is left', async () => {
    const { good, body } = entry()
    const answer = await send(keys.READ.secret, pathOf(endpoint, good), body)
    expect(answer.headers.get('ratelimit-policy')).toBe('"key";q=600;w=60')
    expect(answer.headers.get('ratelimit')).toMatch(/^"key";r=\d{3};t=\d+$/)
    if (!allowsKey('READ', endpoint.right)) expectProblem(answer, 403, 'KEY_RIGHT_MISSING')
    else if (endpoint.path === '/proposals/one') expectProblem(answer, 404, 'PROPOSAL_NOT_FOUND')
    else if (endpoint.path !== '/documents/download') expect(answer.status, answer.bytes.toString()).toBe(200)
  })

  test('KEY-01 answers 401 to no key, a session, an unknown and a revoked key, and 403 from another network', async () => {
    const { good, body } = entry()
    const path = pathOf(endpoint, good)
    const secrets = [
      '',
      lender.user.token,
      `pmtg_${'0'.repeat(49)}`,
      `${keys.READ.secret}x`,
      keys.revoked.secret,
    ]
    for (const secret of secrets) expectProblem(await send(secret, path, body), 401, 'KEY_UNKNOWN')
    expectProblem(await send(keys.elsewhere.secret, path, body), 403, 'KEY_NETWORK')
  })

  test('KEY-02 refuses what is another lender’s or made up, and fields that it does not know', async () => {
    const { good, foreign, wrongBodies = {} } = entry()
    for (const [why, { query, code }] of Object.entries(foreign)) {
      const answer = await keys.READ.get(pathOf(endpoint, { ...good, ...query }))
      expect([answer.json?.code, answer.status], why).toEqual([code, code.endsWith('NOT_FOUND') ? 404 : 422])
    }
    for (const [why, body] of Object.entries(wrongBodies)) {
      const answer = await send(keys.PROPOSE.secret, endpoint.path, body)
      expect([answer.json?.code, answer.status], why).toEqual(['INPUT_INVALID', 422])
    }
    const unknown = await keys.READ.get(pathOf(endpoint, { ...good, lenderId: '1' }))
    if (endpoint.query) expectProblem(unknown, 422, 'INPUT_INVALID')
  })

  test('KEY-01 a key opens no call of the dashboard, and none of these calls moves money without a key of its own', async () => {
    expect((await fixture.app.get('/lender/summary', { token: keys.READ.secret })).status).toBe(401)
    expect(endpoint.method === 'GET' || endpoint.right === 'PROPOSE').toBe(true)
    if (endpoint.method !== 'GET') expect(endpoint.movesMoney).toBe(true)
  })
})

test('KEY-01 a key that ends between two pages is refused at the second', async () => {
  const { app, context } = fixture
  const loan = await aDisbursedLoan(context, [300_000, 300_000], { tenor: 3, disbursedOn: '2026-01-10' })
  expect(loan.fundings).toHaveLength(2)
  const ending = await makeKey(app, lender, { lastDay: businessDateOf(new Date()) })
  const first = await ending.get('/transactions?limit=1')
  expect(first.status).toBe(200)
  fixture.travel('1 day')
  expectProblem(await ending.get(`/transactions?limit=1&cursor=${first.json.next}`), 401, 'KEY_UNKNOWN')
  fixture.travel(undefined)
})

test('KEY-02 more calls than a key may send in a minute answer 429 with what is left and when to come back', async () => {
  const busy = await makeKey(fixture.app, lender)
  const statuses = new Map<number, number>()
  let refused: Answer | undefined
  for (let round = 0; round < 20 && !refused; round += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => busy.get('/cash')))
    for (const answer of answers) {
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status === 429) refused = answer
    }
  }
  if (!refused) throw new Error('600 calls a minute were not bounded')
  expectProblem(refused, 429, 'TOO_MANY_REQUESTS')
  expect(statuses.get(200)).toBeGreaterThanOrEqual(600)
  expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+$/)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await keys.READ.get('/cash')).status, 'another key is not bounded by it').toBe(200)
})

test('KEY-02 a download costs all keys of a lender together what it may, as on the screen', async () => {
  const downloads = Object.values<PartnerEndpoint>(partnerEndpoints).filter(({ costs }) => costs)
  expect(downloads.map(({ path }) => path)).toEqual(['/positions', '/documents/download'])
  const owner = await logIn(fixture, fixture.app, { cash: 1_000 })
  const both = [await makeKey(fixture.app, owner), await makeKey(fixture.app, owner)]
  const path = `/positions?on=${businessDateOf(new Date())}`
  let refused: Answer | undefined
  for (let round = 0; round < 20 && !refused; round += 1) {
    const answers = await Promise.all(both.flatMap((key) => Array.from({ length: 15 }, () => key.get(path))))
    refused = answers.find(({ status }) => status === 429)
  }
  if (!refused) throw new Error('600 downloads a minute were not bounded')
  expectProblem(refused, 429, 'TOO_MANY_REQUESTS')
  expect((await both[0]?.get('/cash'))?.status, 'other calls are not bounded by it').toBe(200)
  const screen = await owner.get(`/statements/portfolio?format=csv&on=${businessDateOf(new Date())}`)
  expect(screen.status, 'nor are their screens').toBe(200)
})

test('KEY-01 calls from a network that is not the key’s are not charged to the key', async () => {
  for (let count = 0; count < 3; count += 1)
    expectProblem(await keys.elsewhere.get('/cash'), 403, 'KEY_NETWORK')
  const { charged } = await one<{ charged: boolean }>(
    fixture.context.db,
    'test.charged',
    `select exists (select from rate_limit where key = sha256(convert_to('KEY:' || $1::text, 'UTF8'))) as charged`,
    [keys.elsewhere.id],
  )
  expect(charged).toBe(false)
})

test('KEY-02 an unknown path and another method are problems too, and the OpenAPI document has every call', async () => {
  expectProblem(await keys.READ.get('/nothing'), 404, 'NOT_FOUND')
  const { json } = await fixture.app.get('/partner/openapi.json')
  const named = Object.values<object>(json.paths).flatMap((path) =>
    Object.values(path).map((one: { operationId: string }) => one.operationId),
  )
  expect(named.sort()).toEqual(Object.keys(partnerEndpoints).sort())
})
