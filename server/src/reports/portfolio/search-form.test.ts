import { afterAll, beforeAll, expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn

const borrowers = ['Ma’ruf Amin', 'Café Lestari', 'Café Dua', "D'Ibu", 'Tiga–Saudara']

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  lender = await logIn(fixture, app, { cash: 100_000_000 })
  for (const [place, borrowerName] of borrowers.entries()) {
    const loan = await aLoan(fixture.context, { borrowerName, loanNumber: `P-${place}` })
    const { lenderId } = lender
    const { fundingId } = await reserveFunding(fixture.context, { lenderId, ...loan, amount: 100_000 })
    await signFunding(fixture.context, fundingId)
    // One that waits for its signature, which is read from other tables.
    const waiting = await aLoan(fixture.context, { borrowerName, loanNumber: `W-${place}` })
    await reserveFunding(fixture.context, { lenderId, ...waiting, amount: 100_000 })
  }
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await app.close()
  await fixture.close()
})

const find = async (path: string, query: Record<string, string>) => {
  const { status, json } = await lender.get(`${path}?${new URLSearchParams(query).toString()}`)
  expect(status).toBe(200)
  return json.list as Record<string, string>[]
}
const namesIn = async (path: string, query: Record<string, string>) =>
  [...new Set((await find(path, query)).map(({ borrowerName = '' }) => borrowerName))].sort()

const searches: [string, string[]][] = [
  ["Ma'ruf", ['Ma’ruf Amin']],
  ['MA‘RUF', ['Ma’ruf Amin']],
  ['D’Ibu', ["D'Ibu"]],
  ['cafe', ['Café Dua', 'Café Lestari']],
  ['CAFÉ', ['Café Dua', 'Café Lestari']],
  ['Cafe\u0301 l', ['Café Lestari']],
  ['tiga-s', ['Tiga–Saudara']],
  ['ｃａｆｅ ｌ', ['Café Lestari']],
  ['\u200e\u2068cafe\u2069 d', ['Café Dua']],
  ['\u0301', [...borrowers].sort()],
  ['％', []],
]

test.each(searches)(
  'SCN-09 the name %j finds %j in the portfolio, among borrowers and documents',
  async (text, expected) => {
    expect(await namesIn('/portfolio', { name: text, limit: '50' })).toEqual(expected)
    expect(await namesIn('/user-portfolio', { name: text })).toEqual(expected)
    expect(await namesIn('/documents/fundings', { search: text })).toEqual(expected)
  },
)

test('SCN-09 a number is found as a browser or messenger copies it, with other hyphens and marks that cannot be seen', async () => {
  for (const text of ['p\u20110', '\u202aP-0\u202c', ' P–0 ']) {
    expect(await find('/portfolio', { loanNumber: text })).toMatchObject([{ loanNumber: 'P-0' }])
    expect(await find('/documents/fundings', { search: text })).toMatchObject([{ loanNumber: 'P-0' }])
    expect(await find('/transactions', { reference: text })).toMatchObject([{ loanNumber: 'P-0' }])
  }
})

test('SCN-09 folding twice is folding once', async () => {
  const text = borrowers.join(' “x” ´`‐− \u00ad ÅŁß ½ İ ')
  const { once, twice } = await one<{ once: string; twice: string }>(
    fixture.context.db,
    'test.folded',
    'select search_form($1) as once, search_form(search_form($1)) as twice',
    [text],
  )
  expect(twice).toBe(once)
})
