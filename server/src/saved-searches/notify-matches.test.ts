import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Fixture, makeFixture } from '../../testing/fixture.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../testing/http.ts'
import { aLoan } from '../../testing/people.ts'
import { many } from '../platform/db/database.ts'
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
  while ((await notifyMatches(fixture.context)) > 0);
}
type Found = { count: number; searches: { id: string; name: string }[] }
const found = async () =>
  (
    await many<{ data: Found }>(
      fixture.context.db,
      'test.found',
      `select data from notice where lender_id = $1 and kind = 'OFFER_IN_SAVED_SEARCH'`,
      [lender.lenderId],
    )
  ).map(({ data }) => data)

test('NTF-03 loans that are new in a saved search are one notice, each counted once, with the searches that they fit', async () => {
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
    { id: high, name: 'Bunga tinggi' },
    { id: rated, name: 'Rating A' },
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

test('NTF-03 a search whose filters were changed finds what is offered from then on', async () => {
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
