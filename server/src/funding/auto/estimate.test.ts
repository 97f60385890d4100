import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { strategyBody } from '../../../testing/strategy-body.ts'
import { aLoan, reserveFunding } from '../../../testing/people.ts'
import { makeEntriesFolder } from '../marketplace/index.ts'
import { estimateStrategy } from './estimate.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn
beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  const { context } = fixture
  // Three offers of Rp10 million each: rating A with 12%, B with 12%, C with 18%.
  const first = await aLoan(context, { grade: 'A', tenor: 3 })
  await aLoan(context, { grade: 'B', tenor: 12 })
  await aLoan(context, { grade: 'C', tenor: 24, interest: '0.18', minimumFunding: 1_000_000 })
  lender = await logIn(fixture, app, { cash: 2_000_000 })
  const other = await logIn(fixture, app, { cash: 20_000_000 })
  await reserveFunding(context, { lenderId: other.lenderId, ...first, amount: 9_500_000 })
  await makeEntriesFolder(context)()
})
afterAll(async () => {
  await app.close()
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

const estimate = async (overrides: object = {}) =>
  (await lender.post('/auto-funding/estimate', { ...strategyBody, filters: {}, ...overrides })).json

test('AUT-01 the estimate of a strategy shows the matching open loans, their remainder, and the part open to automatic funding', async () => {
  const { today, history, placeable, blocking } = await estimate()
  // 40% of each new loan is reserved for hand-picking. Of the first loan only Rp500,000 remains open.
  expect(today).toEqual({
    loans: 2,
    amount: 10_500_000,
    wanted: 600_000,
    automatic: 6_500_000,
    isEstimated: false,
  })
  expect(history).toEqual({ loans: 2, amount: 20_000_000, wanted: 600_000, days: 90 })
  expect([placeable, blocking]).toEqual([2_000_000, null])
})

test('AUT-01 the estimate of a strategy counts the matching offers that ended in the last 90 days', async () => {
  const { context } = fixture
  const terms = { ...strategyBody, filters: {}, perLoan: { kind: 'FIXED' as const, amount: 300_000 } }
  const later = async (time: string) => {
    fixture.travel(time)
    await makeEntriesFolder(context)()
    return estimateStrategy(context, lender.lenderId, terms)
  }
  try {
    expect(await later('60 days')).toMatchObject({
      today: { loans: 0 },
      history: { loans: 2, amount: 20_000_000 },
    })
    expect(await later('91 days')).toMatchObject({ history: { loans: 0, amount: 0 } })
  } finally {
    fixture.travel(undefined)
    await makeEntriesFolder(context)()
  }
})

test('AUT-01 an amount given as a share of the portfolio is a share of cash plus outstanding loans', async () => {
  const { today } = await estimate({
    perLoan: { kind: 'SHARE', basisPoints: 2_500 },
    filters: { grade: 'B' },
  })
  expect(today).toMatchObject({ loans: 1, wanted: 500_000 })
})

test.each([
  ['GRADE', { filters: { grade: 'Z', tenorTo: '36' } }],
  ['INTEREST', { filters: { grade: 'A,B', interestFrom: '0.15' } }],
  ['TENOR', { filters: { tenorFrom: '30' } }],
  ['LOAN_TYPE', { filters: { loanTypeId: '999999' } }],
  ['PER_LOAN', { perLoan: { kind: 'FIXED', amount: 50_000 } }],
  ['PER_BORROWER', { perLoan: { kind: 'SHARE', basisPoints: 5_000 }, mostPerBorrower: 60_000 }],
  ['BUDGET', { perLoan: { kind: 'SHARE', basisPoints: 5_000 }, budget: 60_000 }],
  ['CASH', { cashToKeep: 1_950_000 }],
])(
  'AUT-02 the estimate of a strategy that can fund nothing names %s as the reason',
  async (condition, overrides) => {
    const { blocking } = await estimate(overrides)
    expect(blocking).toMatchObject({ condition, message: expect.stringMatching(/\.$/) })
  },
)

test('AUT-02 the estimate shows for each condition how many loans match it alone, and how many match without it', async () => {
  const { conditions } = await estimate({ filters: { grade: 'A,B', interestFrom: '0.15' } })
  expect(conditions).toContainEqual({ condition: 'GRADE', alone: 2, without: 0 })
  expect(conditions).toContainEqual({ condition: 'INTEREST', alone: 1, without: 2 })
})
