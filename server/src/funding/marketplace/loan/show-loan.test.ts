import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cancelLoan } from '../../../loans/testing.ts'
import { one } from '../../../platform/db/database.ts'
import { perform } from '../../../platform/commands/perform.ts'
import { addDays } from '@pematang/contract/format/business-date'
import { aProduct } from '../../../../testing/bulk.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../../testing/http.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../../testing/people.ts'
import { aDraftLoan } from '../../../../testing/loans.ts'
import { aDisbursedLoan } from '../../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../../testing/fixture.ts'
import { showLoan } from './show-loan.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn
let other: { lenderId: number }
let today: string

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  lender = await logIn(fixture, app, { cash: 50_000_000 })
  other = await aLender(fixture.context, { cash: 50_000_000 })
  today = (
    await one<{ today: string }>(fixture.context.db, 'test.today', 'select business_day(now()) as today')
  ).today
})
afterEach(() => fixture.travel(undefined))
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await app.close()
  await fixture.close()
})

const show = (loanNumber: string) =>
  lender.get(`/marketplace/loan?loanNumber=${encodeURIComponent(loanNumber)}`)
const refusalOf = async (loanNumber: string) => {
  const { status, json } = await show(loanNumber)
  return [status, json.code]
}
const cancel = (loanNumber: string) =>
  perform(fixture.context, cancelLoan, {
    actor: { kind: 'operator', name: 'test' },
    input: { loanNumber },
  })

describe('page of one loan', () => {
  test('CHO-05 the loan page shows the card, the terms, the end of the offer and the empty record of a new borrower', async () => {
    const { loanNumber } = await aLoan(fixture.context, { offerFrom: today, offerUntil: addDays(today, 9) })
    const { status, json } = await show(loanNumber)
    expect(status).toBe(200)
    const { list } = (await lender.get('/marketplace?limit=100')).json
    expect(json.loan).toEqual(list.find((card: { loanNumber: string }) => card.loanNumber === loanNumber))
    expect(json).toMatchObject({
      state: 'OPEN',
      // The last day ends at midnight in Jakarta, which is 17:00 UTC.
      closesAt: `${addDays(today, 9)}T17:00:00.000Z`,
      penalty: { dailyFraction: 0.001, maximumFraction: 1 },
      offerEnd: { extendDays: 0, extensions: 0, payOutShare: null, payOutDays: 30 },
      own: { settled: 0, waiting: 0 },
      filling: [{ on: today, percent: 0 }],
      record: {
        loans: 0,
        running: 0,
        repaid: 0,
        writtenOff: 0,
        lateNow: 0,
        restructured: 0,
        paidLate: 0,
        onTime: 0,
      },
    })
    expect(Math.abs(Date.parse(json.asOf) - Date.now())).toBeLessThan(60_000)
  })

  test('CHO-05 the loan page shows a lender their own fundings, and never the amounts of other lenders', async () => {
    const loan = await aLoan(fixture.context, {
      offerFrom: addDays(today, -3),
      offerUntil: addDays(today, 9),
    })
    const signed = await reserveFunding(fixture.context, {
      lenderId: lender.lenderId,
      ...loan,
      amount: 1_000_000,
    })
    await signFunding(fixture.context, signed.fundingId)
    await reserveFunding(fixture.context, { lenderId: lender.lenderId, ...loan, amount: 300_000 })
    await reserveFunding(fixture.context, { lenderId: other.lenderId, ...loan, amount: 2_345_678 })
    const { json, bytes } = await show(loan.loanNumber)
    expect(json.own).toEqual({ settled: 1_000_000, waiting: 300_000 })
    expect(json.loan.outstandingFunding).toBe(6_354_322)
    // The loan was published today, although its offer has an earlier first day.
    expect(json.filling).toEqual([{ on: today, percent: 35 }])
    expect(bytes.toString()).not.toContain('2345678')
    expect(bytes.toString()).not.toContain(String(other.lenderId))
    fixture.travel('2 days')
    expect(await showLoan(fixture.context, lender.lenderId, loan.loanNumber)).toMatchObject({
      own: { settled: 1_000_000, waiting: 0 },
      filling: [today, addDays(today, 1), addDays(today, 2)].map((on) => ({ on, percent: 35 })),
    })
  })

  test('CHO-05 the loan page of an unknown number, a draft, a bulk loan or an offer that has not begun is not found', async () => {
    const draft = await aDraftLoan(fixture.context)
    const [ofProduct] = (await aProduct(fixture.context, [1_000_000])).loans
    const ahead = await aLoan(fixture.context, {
      offerFrom: addDays(today, 1),
      offerUntil: addDays(today, 9),
    })
    for (const loanNumber of [
      'T-999999999',
      draft.loanNumber,
      ofProduct?.loanNumber ?? '',
      ahead.loanNumber,
    ]) {
      expect(await refusalOf(loanNumber)).toEqual([404, 'LOAN_NOT_FOUND'])
    }
    fixture.travel('1 day')
    expect(await showLoan(fixture.context, lender.lenderId, ahead.loanNumber)).toMatchObject({
      state: 'OPEN',
    })
  })

  test('CHO-05 the loan page shows that a cancelled loan, or one whose offer has ended, can no longer be funded', async () => {
    const cancelled = await aLoan(fixture.context)
    await cancel(cancelled.loanNumber)
    const over = await aLoan(fixture.context, {
      offerFrom: addDays(today, -9),
      offerUntil: addDays(today, -1),
    })
    const paidOut = await aDisbursedLoan(fixture.context, [1_000_000], { disbursedOn: '2026-01-31' })
    expect(await refusalOf(cancelled.loanNumber)).toEqual([400, 'LOAN_CANCELLED'])
    expect(await refusalOf(over.loanNumber)).toEqual([400, 'LOAN_CLOSED'])
    expect(await refusalOf(paidOut.loanNumber)).toEqual([400, 'LOAN_CLOSED'])
  })

  test('CHO-05 the loan page shows a cancelled loan only to the lenders who funded it, without the borrower’s record', async () => {
    const loan = await aLoan(fixture.context)
    const { fundingId } = await reserveFunding(fixture.context, {
      lenderId: lender.lenderId,
      ...loan,
      amount: 500_000,
    })
    await signFunding(fixture.context, fundingId)
    await cancel(loan.loanNumber)
    expect((await show(loan.loanNumber)).json).toMatchObject({
      state: 'CANCELLED',
      own: { settled: 0, waiting: 0 },
      loan: { outstandingFunding: 0 },
      filling: [],
      record: null,
    })
  })

  test('CHO-05 the loan page shows a loan as full to everybody when all of it is reserved or funded', async () => {
    const loan = await aLoan(fixture.context, { totalLoan: 1_000_000 })
    const { fundingId } = await reserveFunding(fixture.context, {
      lenderId: other.lenderId,
      ...loan,
      amount: 1_000_000,
    })
    const reserved = (await show(loan.loanNumber)).json
    await signFunding(fixture.context, fundingId)
    const funded = (await show(loan.loanNumber)).json
    for (const page of [reserved, funded]) {
      expect(page).toMatchObject({ state: 'FULL', loan: { outstandingFunding: 0, progressPercentage: 100 } })
      expect(page.filling.at(-1)).toEqual({ on: today, percent: 100 })
    }
  })

  test('CHO-05 the loan page requires a session, and refuses a loan number that is empty or too long', async () => {
    const { loanNumber } = await aLoan(fixture.context)
    expect((await app.get(`/marketplace/loan?loanNumber=${loanNumber}`)).status).toBe(401)
    expect((await show('')).status).toBe(400)
    expect((await show('x'.repeat(41))).status).toBe(400)
  })
})
