import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { many } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { cancelLoan, disburseLoan, recordRepayment } from '../../loans/testing.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { longAgo } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { settleEarly } from '../../loans/index.ts'

const operator = { kind: 'operator', name: 'test' } as const
let fixture: Fixture
let app: TestApp
let lender: LoggedIn

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(async () => {
  await app.close()
  await fixture.close()
})

/**
 * A loan of 1,200,000 funded by one new lender, flat over 12 months at 12%: 100,000 and 12,000 each month, paid out
 * this many days ago.
 */
async function aLent(daysAgo: number) {
  lender = await logIn(fixture, app, { cash: 5_000_000 })
  const loan = await aLoan(fixture.context, {
    totalLoan: 1_200_000,
    interestType: 'FLAT',
    interest: '0.12',
    tenor: 12,
    tenorPeriod: 'WEEK',
    offerFrom: '2020-01-01',
    offerUntil: '2100-01-01',
  })
  const { fundingId } = await reserveFunding(longAgo(fixture.context), {
    lenderId: lender.lenderId,
    ...loan,
    amount: 1_200_000,
  })
  await signFunding(longAgo(fixture.context), fundingId)
  const [row] = await many<{ day: string; today: string }>(
    fixture.context.db,
    'test.ago',
    'select business_day(app_now()) - $1::int as day, business_day(app_now()) as today',
    [daysAgo],
  )
  const day = row?.day ?? ''
  const pay = (amount: number, paidOn = row?.today ?? '') =>
    perform(fixture.context, recordRepayment, {
      actor: operator,
      input: { ...loan, reference: fixture.context.random.uuid(), paidOn, amount },
    })
  const disburse = () =>
    perform(fixture.context, disburseLoan, {
      actor: operator,
      input: { loanNumber: loan.loanNumber, disbursedOn: day },
    })
  return { ...loan, fundingId, day, today: row?.today ?? '', pay, disburse }
}

const summary = async () => (await lender.get('/lender/summary')).json
const detail = async (fundingId: string, more = '') =>
  (await lender.get(`/portfolio/detail?propertyLenderId=${fundingId}${more}`)).json
const status = async () => (await lender.get('/portfolio')).json.list[0].statusName
// Weekly interest: 1,200,000 x 12% x 7 / 365 = 2,761.6, rounded.
const interest = 2_762

test('a portfolio row shows the remaining principal, the next payment after tax, and the days late', async () => {
  const loan = await aLent(10)
  const row = async () => (await lender.get('/portfolio')).json.list[0]
  expect(await row()).toMatchObject({
    interestPercentage: 0.12,
    principalLeft: 1_200_000,
    nextDueDate: null,
    nextDueAmount: null,
    daysLate: 0,
  })
  await loan.disburse()
  const dueOn = (weeks: number) => onDay(loan.day, weeks * 7)
  // 15% tax is withheld from the interest: floor(2,762 x 0.15) = 414.
  expect(await row()).toMatchObject({
    principalLeft: 1_200_000,
    nextDueDate: dueOn(1),
    nextDueAmount: 100_000 + interest - 414,
    daysLate: 3,
  })
  // Interest is paid first, so the remaining part of the installment is only principal.
  await loan.pay(50_000)
  expect(await row()).toMatchObject({
    principalLeft: 1_200_000 - (50_000 - interest),
    nextDueAmount: 100_000 - (50_000 - interest),
    daysLate: 3,
  })
  await loan.pay(60_000)
  expect(await row()).toMatchObject({ nextDueDate: dueOn(2), daysLate: 0 })
  expect((await detail(loan.fundingId)).detailList[1].totalPaid).toBeGreaterThan(0)
})

test('the installment list shows net amount, payment day, amount due and days late, and opens at the first unpaid one', async () => {
  const loan = await aLent(8 * 7)
  await loan.disburse()
  const net = 100_000 + interest - 414
  for (const week of [1, 2, 3])
    await loan.pay(100_000 + interest, onDay(loan.day, week * 7 + (week === 3 ? 2 : 0)))
  // The third installment was paid two days late, so now the fourth is overdue by four weeks and partly paid.
  await loan.pay(40_000)
  const { detailList, pagination } = await detail(loan.fundingId, '&limit=3&open=unpaid')
  expect(pagination).toEqual({ totalData: 12, totalPage: 4, page: 2 })
  expect(detailList.map((one: { paymentNo: number }) => one.paymentNo)).toEqual([4, 5, 6])
  expect(detailList[0]).toMatchObject({ statusName: 'LATE', paidOn: null, daysLate: 28 })
  expect(detailList[0].stillDue).toBe(detailList[0].netPayment - detailList[0].totalPaid)
  // The tax of a month is rounded once: this payment bears the rupiah that the roundings of the first three left.
  expect(detailList[0].netPayment).toBe(net - 1 + detailList[0].penaltyPayment)
  expect(detailList[0].stillDue).toBeGreaterThan(60_000)
  const first = await detail(loan.fundingId, '&limit=3')
  expect(
    first.detailList.map((one: Record<string, unknown>) => [one.paidOn, one.daysLate, one.statusName]),
  ).toEqual([
    [onDay(loan.day, 7), 0, 'PAID'],
    [onDay(loan.day, 14), 0, 'PAID'],
    [onDay(loan.day, 23), 2, 'PAID'],
  ])
  expect(first.detailList[0]).toMatchObject({ netPayment: net, totalPaid: net, stillDue: 0 })
  const { detailList: later } = await detail(loan.fundingId, '&page=4&limit=3')
  expect(later[2]).toMatchObject({ stillDue: net, totalPaid: 0, daysLate: 0, paidOn: null })
})

const onDay = (day: string, later: number) =>
  new Date(Date.parse(day) + later * 86_400_000).toISOString().slice(0, 10)

describe('DSH-01 POR-03 figures follow the servicing of a loan', () => {
  test('the lender’s figures follow a loan from FUNDED through ACTIVE and LATE to REPAID', async () => {
    const loan = await aLent(10)
    expect(await status()).toBe('FUNDED')
    expect(await detail(loan.fundingId)).toMatchObject({ detailList: [], pagination: { totalData: 0 } })
    await loan.disburse()
    expect(await status()).toBe('LATE')
    const before = await summary()
    expect(before).toMatchObject({
      cashBalance: 3_800_000,
      outStandingBalance: 1_200_000,
      estInterestGet: 12 * interest,
      estTotalGet: 1_200_000 + 12 * interest,
    })
    const first = await detail(loan.fundingId)
    expect(first.pagination).toEqual({ totalData: 12, totalPage: 2, page: 1 })
    expect(first.detailList.map((row: { statusName: string }) => row.statusName)).toEqual([
      'LATE',
      ...Array(5).fill('ACTIVE'),
    ])
    // FIX-16: three days late, so a penalty of 102,762 x 0.1% x 3 = 308 is owed and unpaid.
    expect(first.detailList[0]).toMatchObject({ penaltyPayment: 308, totalPaid: 0, statusName: 'LATE' })
    expect(first.detailList[1]).toMatchObject({
      paymentNo: 2,
      principalPayment: 100_000,
      interestPayment: interest,
      penaltyPayment: 0,
      tax: 414,
      totalPaid: 0,
    })
    // Three days late, so the penalty is 102,762 x 0.1% x 3 = 308.
    const paid = await loan.pay(102_762 + 308)
    expect(paid).toMatchObject({ penalty: 308, principal: 100_000, interest })
    expect(await status()).toBe('ACTIVE')
    expect((await detail(loan.fundingId)).detailList[0]).toEqual({
      paymentNo: 1,
      dueDate: expect.any(String),
      principalPayment: 100_000,
      interestPayment: interest,
      penaltyPayment: 308,
      tax: 414,
      totalPaid: 100_000 + interest + 308 - 414,
      statusName: 'PAID',
      netPayment: 102_656,
      paidOn: loan.today,
      stillDue: 0,
      daysLate: 3,
    })
    expect(await summary()).toMatchObject({
      cashBalance: 3_800_000 + 100_000 + interest + 308 - 414,
      outStandingBalance: 1_100_000,
      estInterestGet: 11 * interest,
    })
    expect((await detail(loan.fundingId, '&page=2')).detailList.at(-1).paymentNo).toBe(12)
    await loan.pay(11 * (100_000 + interest))
    expect(await status()).toBe('REPAID')
    expect(await summary()).toMatchObject({ outStandingBalance: 0, estInterestGet: 0, estTotalGet: 0 })
  })

  test('FIX-16 the lender sees the accruing penalty of a late installment, and the received penalty once it is paid', async () => {
    const loan = await aLent(10)
    await loan.disburse()
    const first = async () => (await detail(loan.fundingId)).detailList[0]
    expect(await first()).toMatchObject({ penaltyPayment: 308, totalPaid: 0, statusName: 'LATE' })
    // Interest and principal are paid without the penalty, which is still owed.
    await loan.pay(102_762)
    expect(await first()).toMatchObject({
      penaltyPayment: 308,
      totalPaid: 100_000 + interest - 414,
      statusName: 'PAID',
    })
    await loan.pay(308)
    expect(await first()).toMatchObject({
      penaltyPayment: 308,
      totalPaid: 100_000 + interest + 308 - 414,
      statusName: 'PAID',
    })
  })

  test('TRX-01 the transaction history lists repayments with the net amount credited to cash', async () => {
    const loan = await aLent(3)
    await loan.disburse()
    await loan.pay(1_000)
    await loan.pay(101_762)
    const { list } = (await lender.get('/transactions?type=5')).json
    expect(list).toMatchObject([
      { typeName: 'Repayment', status: 'Success', amount: 101_762 - 264, loanNumber: loan.loanNumber },
      { typeName: 'Repayment', status: 'Success', amount: 1_000 - 150, loanNumber: loan.loanNumber },
    ])
    expect(list[0].transactionNumber).toMatch(/^RPY-\d{6}-[0-9A-Z]{10}$/)
    const all = (await lender.get('/transactions')).json.list as { amount: number }[]
    expect(all.reduce((sum, { amount }) => sum + amount, 0)).toBe((await summary()).cashBalance)
  })

  test('SCR-09 an early settlement leaves one last installment, with the agreed due date and the day of payment', async () => {
    const loan = await aLent(10)
    await loan.disburse()
    await loan.pay(102_762, loan.day)
    await loan.pay(50_000)
    await perform(fixture.context, settleEarly, {
      actor: operator,
      input: {
        loanNumber: loan.loanNumber,
        reference: fixture.context.random.uuid(),
        paidOn: loan.today,
        amount: 1_100_000 + interest - 50_000,
      },
    })
    const { detailList } = await detail(loan.fundingId)
    expect(
      detailList.map((row: { principalPayment: number; interestPayment: number; statusName: string }) => [
        row.principalPayment,
        row.interestPayment,
        row.statusName,
      ]),
    ).toEqual([
      [100_000, interest, 'PAID'],
      [100_000, interest, 'PAID'],
      [1_000_000, 0, 'PAID'],
    ])
    expect(await summary()).toMatchObject({ outStandingBalance: 0, estInterestGet: 0 })
    expect(await status()).toBe('REPAID')
    const [row] = (await lender.get('/portfolio')).json.list
    const agreed = onDay(loan.day, 12 * 7)
    expect(row).toMatchObject({ dueDate: agreed, paidOffOn: loan.today })
    expect(detailList.at(-1).dueDate).toBe(agreed)
  })

  test('POR-02 the portfolio shows a cancelled loan as refunded, with its refund in the transaction history', async () => {
    const loan = await aLent(10)
    await perform(fixture.context, cancelLoan, { actor: operator, input: { loanNumber: loan.loanNumber } })
    expect(await status()).toBe('REFUNDED')
    expect(await summary()).toMatchObject({ cashBalance: 5_000_000, outStandingBalance: 0, estTotalGet: 0 })
    const { list } = (await lender.get('/transactions')).json
    expect(list).toMatchObject([
      { typeName: 'Repayment', amount: 1_200_000, loanNumber: loan.loanNumber },
      { typeName: 'Top Up' },
      { typeName: 'Funding', amount: -1_200_000, status: 'Success' },
    ])
  })

  test('ROL-02 a lender cannot see the installments of another lender', async () => {
    const loan = await aLent(10)
    await loan.disburse()
    const stranger = await logIn(fixture, app)
    for (const id of [loan.fundingId, fixture.context.random.uuid(), 'x', loan.fundingId.toUpperCase()]) {
      expect((await stranger.get(`/portfolio/detail?propertyLenderId=${id}`)).status).toBe(404)
    }
  })
})
