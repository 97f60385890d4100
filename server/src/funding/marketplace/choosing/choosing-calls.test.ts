import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../../testing/http.ts'
import { aLoan, fund, anAgreement, reserveFunding, signFunding } from '../../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../../testing/fixture.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn
let other: LoggedIn

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  lender = await logIn(fixture, app, { cash: 50_000_000 })
  other = await logIn(fixture, app, { cash: 50_000_000 })
  for (const interest of ['0.1', '0.14', '0.12']) await aLoan(fixture.context, { interest, grade: 'A' })
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await app.close()
  await fixture.close()
})

const ask = (query: string, by = lender) => by.get(`/marketplace?${query}`)

test('CHO-01 a loan has its position in every sort order as soon as it is offered', async () => {
  const loan = await aLoan(fixture.context, { interest: '0.13' })
  const { json } = await ask('sort=interest')
  expect(json.list.map((card: { interestPercentage: number }) => card.interestPercentage)).toEqual([
    0.14, 0.13, 0.12, 0.1,
  ])
  expect((await ask('sort=newest&limit=1')).json.list[0].loanNumber).toBe(loan.loanNumber)
})

test('CHO-01 the marketplace response is the same with an empty as with a missing sort or filter', async () => {
  for (const query of ['limit=2&page=2', 'limit=2&page=2&sort=&grade=&cursor=&notMine=false']) {
    const { json } = await ask(query)
    expect([Object.keys(json), json.pagination.page]).toEqual([['list', 'pagination'], 2])
  }
  const { json } = await ask('sort=tenor&limit=2')
  expect(Object.keys(json)).toEqual(['list', 'pagination', 'nextCursor', 'isEstimated'])
})

test.each([
  ['interestFrom=0.2&interestTo=0.1', 'Bunga terendah tidak boleh di atas bunga tertinggi.'],
  ['tenorFrom=12&tenorTo=3', 'Tenor terpendek tidak boleh di atas tenor terpanjang.'],
  ['tenor=2&tenorFrom=3', 'Tenor yang dipilih berada di luar rentang tenor.'],
  ['sort=cheapest', 'Urutan ini tidak dikenal.'],
  ['sort=left&sort=tenor', 'Urutan ini tidak dikenal.'],
  ['tenorPeriodId=4', 'Satuan tenor ini tidak dikenal.'],
  ['interestFrom=12', 'Bunga harus berupa pecahan dari 0 sampai 1.095, misalnya 0.12 untuk 12% per tahun.'],
  ['leftFrom=-1', 'Sisa pendanaan harus berupa angka rupiah bulat.'],
  ['grade=A,,B', 'Rating yang dipilih tidak sesuai.'],
  ['notMine=yes', 'Pilihan ini harus true atau false.'],
  ['sort=left&page=2', 'Halaman berikutnya dibuka dengan penanda (cursor) dari halaman sebelumnya.'],
])(
  'CHO-02 the marketplace list and its filter counts both refuse %s with a message',
  async (query, sentence) => {
    const { status, json } = await ask(query)
    expect([status, json.code, json.message]).toEqual([400, 'INPUT_INVALID', sentence])
    if (query.includes('page=')) return
    expect((await lender.get(`/marketplace/counts?${query}`)).json.message).toBe(sentence)
  },
)

test('CHO-02 a marketplace cursor is refused for another sort, filter or lender, and continues with its own', async () => {
  const { json } = await ask('sort=interest&grade=A&limit=1')
  const cursor = encodeURIComponent(json.nextCursor)
  for (const [query, by] of [
    ['sort=tenor&grade=A', lender],
    ['sort=interest&grade=A,B', lender],
    ['sort=interest&grade=A', other],
  ] as const) {
    const answer = await ask(`${query}&limit=1&cursor=${cursor}`, by)
    expect([answer.status, answer.json.code]).toEqual([400, 'CURSOR_MISMATCH'])
  }
  const next = await ask(`sort=interest&grade=A&limit=5&cursor=${cursor}`)
  expect(next.json.list.map((card: { interestPercentage: number }) => card.interestPercentage)).toEqual([
    0.12, 0.1,
  ])
})

describe('loans that the lender has not funded', () => {
  test('CHO-02 the filter "not yet funded" hides a loan from lenders with a pending or signed funding in it, and from nobody else', async () => {
    const [waiting, signed] = [await aLoan(fixture.context), await aLoan(fixture.context)]
    await anAgreement(fixture.context, { lenderId: lender.lenderId, ...waiting, amount: 500_000 })
    await fund(fixture.context, { lenderId: lender.lenderId, ...waiting, amount: 500_000 })
    const { fundingId } = await reserveFunding(fixture.context, {
      lenderId: lender.lenderId,
      ...signed,
      amount: 500_000,
    })
    await signFunding(fixture.context, fundingId)
    const numbers = async (by: LoggedIn) =>
      (await ask('notMine=true&limit=100', by)).json.list.map(
        (card: { loanNumber: string }) => card.loanNumber,
      )
    expect(await numbers(other)).toEqual(expect.arrayContaining([waiting.loanNumber, signed.loanNumber]))
    const mine = await numbers(lender)
    expect(mine).not.toContain(waiting.loanNumber)
    expect(mine).not.toContain(signed.loanNumber)
    const counts = (await lender.get('/marketplace/counts?notMine=true')).json
    expect([counts.total.count, counts.notMine.count]).toEqual([mine.length, mine.length])
    expect((await lender.get('/marketplace/counts')).json.total.count).toBe(mine.length + 2)
  })
})
