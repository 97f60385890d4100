import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { cancelLoan } from '../../loans/testing.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  lender = await logIn(fixture, app, { cash: 50_000_000 })
})
afterAll(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
  await app.close()
  await fixture.close()
})

type Card = { loanNumber: string; loanId: number; dueDate: string }
const list = async (query = 'limit=100'): Promise<Card[]> => {
  const { status, json } = await lender.get(`/marketplace?${query}`)
  expect(status).toBe(200)
  return json.list
}
const shows = async (loanNumber: string) => (await list()).some((card) => card.loanNumber === loanNumber)

const day = async (offset: number): Promise<string> =>
  (
    await one<{ day: string }>(
      fixture.context.db,
      'test.day',
      'select (business_day(now()) + $1::int)::text as day',
      [offset],
    )
  ).day

describe('card of a loan', () => {
  test('MKT-03 MKT-04 a loan card has every field of the specification', async () => {
    const loan = await aLoan(fixture.context, {
      borrowerName: 'UD Rinjani Berkah',
      loanType: 'Modal Kerja',
      totalLoan: 3_000_000,
      minimumFunding: 250_000,
      interest: '0.1122',
      interestType: 'FLAT',
      tenor: 26,
      tenorPeriod: 'WEEK',
      grade: null,
      gradeDescription: null,
      purpose: null,
      marketingTitle: 'Stok & "rasa"',
      marketingDetail: 'Baris satu\nBaris dua',
    })
    await reserveFunding(fixture.context, { lenderId: lender.lenderId, ...loan, amount: 1_000_000 })
    const card = (await list()).find(({ loanId }) => loanId === loan.loanId)
    const { id } = await one<{ id: number }>(
      fixture.context.db,
      'test.type',
      `select id from loan_type where name = 'Modal Kerja'`,
    )
    expect(card).toEqual({
      loanId: loan.loanId,
      borrowerName: 'UD Rinjani Berkah',
      loanNumber: loan.loanNumber,
      loanTypeId: id,
      loanTypeName: 'Modal Kerja',
      loanStatusId: 1,
      loanStatusName: 'OFFERED',
      dueDate: await day(30),
      totalLoan: 3_000_000,
      minimumFunding: 250_000,
      outstandingFunding: 2_000_000,
      grade: null,
      gradeDescription: null,
      tenor: 26,
      tenorPeriodId: 2,
      tenorPeriodName: 'Minggu',
      interestPercentage: 0.1122,
      interestType: 2,
      interestTypeName: 'Flat',
      marketingDescTitle: 'Stok & "rasa"',
      marketingDescDetail: 'Baris satu\nBaris dua',
      factsheetUrl: null,
      progressPercentage: 33.33,
      purposeLoan: null,
    })
  })
})

describe('which loans are shown', () => {
  test('MKT-06 the marketplace hides loans whose offer has not begun or has ended, and cancelled or full ones', async () => {
    const early = await aLoan(fixture.context, { offerFrom: await day(1), offerUntil: await day(9) })
    const lastDay = await aLoan(fixture.context, { offerFrom: await day(-5), offerUntil: await day(0) })
    const over = await aLoan(fixture.context, { offerFrom: await day(-9), offerUntil: await day(-1) })
    const cancelled = await aLoan(fixture.context)
    const full = await aLoan(fixture.context, { totalLoan: 1_000_000 })
    expect([await shows(early.loanNumber), await shows(lastDay.loanNumber)]).toEqual([false, true])
    expect([await shows(over.loanNumber), await shows(full.loanNumber)]).toEqual([false, true])
    await perform(fixture.context, cancelLoan, {
      actor: { kind: 'operator', name: 'test' },
      input: { loanNumber: cancelled.loanNumber },
    })
    expect(await shows(cancelled.loanNumber)).toBe(false)
    const { fundingId } = await reserveFunding(fixture.context, {
      lenderId: lender.lenderId,
      ...full,
      amount: 1_000_000,
    })
    expect(await shows(full.loanNumber)).toBe(false)
    await signFunding(fixture.context, fundingId)
    expect(await shows(full.loanNumber)).toBe(false)
  })

  test('the offer of a loan begins and ends at midnight in Jakarta', async () => {
    const tomorrow = await aLoan(fixture.context, { offerFrom: await day(1), offerUntil: await day(2) })
    const { seconds } = await one<{ seconds: number }>(
      fixture.context.db,
      'test.midnight',
      `select extract(epoch from (business_day(now()) + 1)::timestamp at time zone 'Asia/Jakarta' - now())::int as seconds`,
    )
    const at = async (shift: number) => {
      fixture.travel(`${shift} seconds`)
      return (await app.get('/marketplace?limit=100', { token: await freshToken() })).json.list.some(
        (card: Card) => card.loanNumber === tomorrow.loanNumber,
      )
    }
    const freshToken = async () => (await logIn(fixture, app)).user.token
    expect(await at(seconds - 30)).toBe(false)
    expect(await at(seconds + 30)).toBe(true)
    expect(await at(seconds + 2 * 86_400 - 30)).toBe(true)
    expect(await at(seconds + 2 * 86_400 + 30)).toBe(false)
    fixture.travel(undefined)
  })
})

describe('filters, order and pages', () => {
  test('MKT-02 the marketplace filters by tenor and by several loan types, and ignores empty values', async () => {
    const [a, b, c] = [
      await aLoan(fixture.context, { loanType: 'Jenis A', tenor: 3 }),
      await aLoan(fixture.context, { loanType: 'Jenis B', tenor: 3 }),
      await aLoan(fixture.context, { loanType: 'Jenis C', tenor: 4 }),
    ]
    const types = (await lender.get('/loan-types')).json.list
    expect(types.every((type: { status: string }) => type.status === 'ACTIVE')).toBe(true)
    const id = (name: string) => types.find((type: { name: string }) => type.name === name).loanTypeId
    const numbers = async (query: string) =>
      (await list(`limit=100&flag=web&${query}`)).map((card) => card.loanNumber).sort()
    expect(await numbers(`loanTypeId=${id('Jenis A')}`)).toEqual([a.loanNumber])
    expect(await numbers(`loanTypeId=${id('Jenis A')},${id('Jenis C')}`)).toEqual([
      a.loanNumber,
      c.loanNumber,
    ])
    expect(await numbers('tenor=3')).toEqual([a.loanNumber, b.loanNumber])
    expect(await numbers(`tenor=3&loanTypeId=${id('Jenis C')}`)).toEqual([])
    expect(await numbers('tenor=9999')).toEqual([])
    expect(await numbers('loanTypeId=9007199254740991')).toEqual([])
    expect((await numbers('tenor=&loanTypeId=')).length).toBe((await list()).length)
  })

  test('MKT-05 marketplace pages are ordered by the end of the offer, contain each loan once and give the total', async () => {
    const made: string[] = []
    for (let i = 0; i < 25; i += 1) {
      const offerUntil = await day(3 + (i % 3))
      const loan = await aLoan(fixture.context, {
        loanType: 'Berhalaman',
        offerFrom: await day(0),
        offerUntil,
      })
      made.push(loan.loanNumber)
    }
    const types = (await lender.get('/loan-types')).json.list
    const type = types.find(({ name }: { name: string }) => name === 'Berhalaman').loanTypeId
    const seen: Card[] = []
    for (let page = 1; page <= 4; page += 1) {
      const { json } = await lender.get(`/marketplace?page=${page}&loanTypeId=${type}`)
      expect(json.pagination).toEqual({ totalData: 25, totalPage: 3, page })
      expect(json.list).toHaveLength([10, 10, 5, 0][page - 1] ?? 0)
      seen.push(...json.list)
    }
    expect(seen.map((card) => card.loanNumber).sort()).toEqual(made.sort())
    const ends = seen.map((card) => card.dueDate)
    expect(ends).toEqual(ends.toSorted())
    const again = await lender.get(`/marketplace?page=2&loanTypeId=${type}`)
    expect(again.json.list).toEqual(seen.slice(10, 20))
  })
})
