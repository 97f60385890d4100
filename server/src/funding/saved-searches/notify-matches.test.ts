import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aCrowd } from '../../../testing/crowd.ts'
import { aLoan } from '../../../testing/people.ts'
import { many, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notifyMatches } from './notify-matches.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn
beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
})
beforeEach(async () => {
  fixture.travel(undefined)
  lender = await logIn(fixture, app)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const save = async (name: string, filters: object) =>
  (await lender.post('/saved-searches', { name, filters })).json.savedSearchId as string
const offer = (interest: string, grade = 'A') => aLoan(fixture.context, { interest, grade })
const look = async () => {
  await notifyMatches(fixture.context)
}
type Found = { count: number; searches: { id: string; name: string; filters: object }[] }
const found = async () =>
  (
    await many<{ data: Found }>(
      fixture.context.db,
      'test.found',
      `select data from notice where lender_id = $1 and kind = 'OFFER_IN_SAVED_SEARCH'`,
      [lender.lenderId],
    )
  ).map(({ data }) => data)

test('NTF-03 new loans matching saved searches make one notification, which counts each loan once and names the searches', async () => {
  await offer('0.15')
  fixture.travel('10 minutes')
  const [high, rated] = [
    await save('Bunga tinggi', { interestFrom: '0.14' }),
    await save('Rating A', { grade: 'A' }),
  ]
  await save('Lain', { grade: 'Z' })
  fixture.travel('20 minutes')
  await offer('0.15')
  await offer('0.1')
  await offer('0.1', 'C')
  await look()
  expect(await found()).toEqual([])
  fixture.travel('50 minutes')
  await Promise.all([look(), look(), look()])
  const searches = [
    { id: high, name: 'Bunga tinggi', filters: { interestFrom: '0.14' } },
    { id: rated, name: 'Rating A', filters: { grade: 'A' } },
  ]
  expect(await found()).toEqual([{ count: 2, searches }])
  fixture.travel('120 minutes')
  await look()
  expect(await found()).toEqual([{ count: 2, searches }])
  await offer('0.16', 'B')
  fixture.travel('180 minutes')
  await look()
  expect(await found()).toEqual([{ count: 3, searches: expect.arrayContaining(searches) }])
})

test('NTF-03 a saved search whose filters were changed notifies only of loans offered after the change', async () => {
  const savedSearchId = await save('Rating B', { grade: 'B' })
  fixture.travel('20 minutes')
  await offer('0.1', 'D')
  fixture.travel('30 minutes')
  await app.call(
    'PUT',
    '/saved-searches',
    { savedSearchId, name: 'Rating D', filters: { grade: 'D' } },
    { token: lender.user.token },
  )
  fixture.travel('90 minutes')
  await look()
  expect(await found()).toEqual([])
})

describe('NTF-03 with many lenders', () => {
  /** Creates lenders with one saved search each, which has these filters and was last compared an hour ago. */
  async function aCrowdThatSearches(many: number, filters: object): Promise<number[]> {
    const lenders = await aCrowd(
      fixture.context,
      Array.from({ length: many }, () => 0),
    )
    await inTransaction(fixture.context.db, { repeatable: true }, (tx) =>
      run(
        tx,
        'test.searches',
        `insert into saved_search (lender_id, id, name, filters, checked_at)
         select lender_id, gen_random_uuid(), 'Semua', $2, app_now() - interval '1 hour'
           from unnest($1::bigint[]) as one (lender_id) on conflict do nothing`,
        [lenders, JSON.stringify(filters)],
      ),
    )
    return lenders
  }
  const toldOf = (lenders: number[]) =>
    many<{ lenderId: number; count: number }>(
      fixture.context.db,
      'test.told',
      `select lender_id as "lenderId", (data ->> 'count')::int as count from notice
        where lender_id = any($1) and kind = 'OFFER_IN_SAVED_SEARCH'`,
      [lenders],
    )

  test('NTF-03 one run notifies all of 1,600 lenders whose saved searches match a loan', async () => {
    await offer('0.12', 'E')
    fixture.travel('10 minutes')
    const lenders = await aCrowdThatSearches(1_600, { grade: 'E' })
    await look()
    const notices = await toldOf(lenders)
    expect(notices).toHaveLength(1_600)
    expect(new Set(notices.map(({ count }) => count))).toEqual(new Set([1]))
    await look()
    expect(await toldOf(lenders)).toEqual(notices)
  })

  test('NTF-03 a lender whose saved search fails to match does not prevent the notifications of others', async () => {
    await offer('0.12', 'F')
    fixture.travel('10 minutes')
    const [broken = 0] = await aCrowdThatSearches(1, { grade: 'F' })
    await run(
      fixture.context.db,
      'test.break',
      `update saved_search set filters = '{"tenor": {}}', checked_at = checked_at - interval '1 day' where lender_id = $1`,
      [broken],
    )
    const lenders = await aCrowdThatSearches(60, { grade: 'F' })
    await expect(look()).rejects.toThrow('searches of 1 lenders')
    expect(await toldOf(lenders)).toHaveLength(60)
  })
})
