import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { releaseFunding } from '../funding/index.ts'
import { one } from '../platform/db/database.ts'
import { perform } from '../platform/mutation.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../testing/http.ts'
import { aLoan, reserveFunding, signFunding } from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'

let world: World
let app: TestApp
let lender: LoggedIn
/** Unix seconds at which the newest three fundings began. */
let instants: number[]

beforeAll(async () => {
  world = await makeWorld()
  app = await startApp(world)
  lender = await logIn(world, app, { cash: 10_000_000 })
  const fund = async (amount: number, shift: string) => {
    world.travel(shift)
    const loan = await aLoan(world.context)
    const { fundingId } = await reserveFunding(world.context, { lenderId: lender.lenderId, ...loan, amount })
    const { at } = await one<{ at: number }>(
      world.context.db,
      'test.at',
      'select floor(extract(epoch from created_at))::bigint as at from funding where id = $1',
      [fundingId],
    )
    return { fundingId, at }
  }
  const settled = await fund(1_000_000, '1 minute')
  await signFunding(world.context, settled.fundingId)
  const waiting = await fund(2_000_000, '2 minutes')
  const failed = await fund(3_000_000, '3 minutes')
  await perform(world.context, releaseFunding, {
    actor: { kind: 'system' },
    input: { fundingId: failed.fundingId, state: 'REJECTED' },
  })
  instants = [settled.at, waiting.at, failed.at]
  world.travel(undefined)
})
afterEach(async () => expect(await world.books()).toEqual([]))
afterAll(async () => {
  await app.close()
  await world.close()
})

const amounts = async (query: string): Promise<number[]> => {
  const { status, json } = await lender.get(`/transactions?${query}`)
  expect(status).toBe(200)
  return json.list.map((item: { amount: number }) => item.amount)
}
const [topUp, settled, waiting, failed] = [10_000_000, -1_000_000, -2_000_000, -3_000_000]

describe('TRX-01 filters', () => {
  test.each<[string, number[]]>([
    ['', [failed, waiting, settled, topUp]],
    ['type=&status=&startDate=&endDate=', [failed, waiting, settled, topUp]],
    ['type=1', [topUp]],
    ['type=2', [failed, waiting, settled]],
    ['type=5', []],
    ['type=6', []],
    ['status=1', [settled, topUp]],
    ['status=2', [waiting]],
    ['status=3', [failed]],
    ['type=2&status=1', [settled]],
    ['type=1&status=3', []],
  ])('%s', async (query, expected) => {
    expect(await amounts(query)).toEqual(expected)
  })

  test('dates are unix seconds, both ends included', async () => {
    const [first = 0, second = 0, third = 0] = instants
    expect(await amounts(`startDate=${second}&endDate=${second}`)).toEqual([waiting])
    expect(await amounts(`startDate=${first}&endDate=${third}`)).toEqual([failed, waiting, settled])
    expect(await amounts(`startDate=${first + 1}&endDate=${third - 1}`)).toEqual([waiting])
    expect(await amounts(`startDate=${third + 1}`)).toEqual([])
    expect(await amounts(`endDate=${first - 1}`)).toEqual([topUp])
    expect(await amounts(`startDate=${third}&endDate=${first}`)).toEqual([])
    expect(await amounts('startDate=0&endDate=99999999999')).toHaveLength(4)
    expect(await amounts(`type=2&status=2&startDate=${second}`)).toEqual([waiting])
  })
})

test('rows name type, status and numbers; what left the balance is negative', async () => {
  const { json } = await lender.get('/transactions')
  expect(json.list.map((item: { typeName: string; status: string }) => [item.typeName, item.status])).toEqual(
    [
      ['Funding', 'Failed'],
      ['Funding', 'In Progress'],
      ['Funding', 'Success'],
      ['Top Up', 'Success'],
    ],
  )
  expect(json.list[0].transactionNumber).toMatch(/^FND-\d{6}-[0-9A-Z]{10}$/)
  expect(json.list[3].transactionNumber).toMatch(/^TOP-\d{6}-[0-9A-Z]{10}$/)
  expect([json.list[0].loanNumber, json.list[3].loanNumber]).toEqual([expect.stringMatching(/^T-/), null])
  expect(new Set(json.list.map((item: { id: string }) => item.id)).size).toBe(4)
})

test('DSH-04 pages are stable and count the filter', async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => lender.get(`/transactions?limit=2&page=${page}`)))
  expect(pages.map(({ json }) => json.pagination.totalPage)).toEqual([2, 2, 2])
  expect(pages.flatMap(({ json }) => json.list.map((item: { amount: number }) => item.amount))).toEqual([
    failed,
    waiting,
    settled,
    topUp,
  ])
})

test('ROL-02 another lender sees none of it', async () => {
  const stranger = await logIn(world, app, { cash: 7 })
  expect((await stranger.get('/transactions')).json.list).toMatchObject([{ amount: 7, typeName: 'Top Up' }])
})
