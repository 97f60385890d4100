import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { many } from '../platform/db/database.ts'
import { perform } from '../platform/mutation.ts'
import { withdrawLoan } from '../loans/index.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../testing/http.ts'
import { aLoan, reserveFunding, signFunding } from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { disburseLoan, recordRepayment, settleEarly } from './index.ts'

const operator = { kind: 'operator', name: 'test' } as const
let world: World
let app: TestApp
let lender: LoggedIn

beforeAll(async () => {
  world = await makeWorld()
  app = await startApp(world)
})
afterEach(async () => expect(await world.books()).toEqual([]))
afterAll(async () => {
  await app.close()
  await world.close()
})

/** 1,200,000 of one new lender, flat over 12 months at 12%: 100,000 and 12,000 each month; paid out this many days ago. */
async function aLent(daysAgo: number) {
  lender = await logIn(world, app, { cash: 5_000_000 })
  const loan = await aLoan(world.context, {
    totalLoan: 1_200_000,
    interestType: 'FLAT',
    interest: '0.12',
    tenor: 12,
    tenorPeriod: 'WEEK',
  })
  const { fundingId } = await reserveFunding(world.context, {
    lenderId: lender.lenderId,
    ...loan,
    amount: 1_200_000,
  })
  await signFunding(world.context, fundingId)
  const [row] = await many<{ day: string; today: string }>(
    world.context.db,
    'test.ago',
    'select business_day(app_now()) - $1::int as day, business_day(app_now()) as today',
    [daysAgo],
  )
  const day = row?.day ?? ''
  const pay = (amount: number, paidOn = row?.today ?? '') =>
    perform(world.context, recordRepayment, {
      actor: operator,
      input: { ...loan, reference: world.context.random.uuid(), paidOn, amount },
    })
  const disburse = () =>
    perform(world.context, disburseLoan, {
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

describe('DSH-01 POR-03 figures follow from servicing', () => {
  test('from FUNDED over ACTIVE and LATE to REPAID', async () => {
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
    expect(first.detailList[1]).toMatchObject({
      paymentNo: 2,
      principalPayment: 100_000,
      interestPayment: interest,
      penaltyPayment: 0,
      tax: 414,
      totalPaid: 0,
    })
    // Three days late: 102,762 x 0.1% x 3 = 308.
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

  test('TRX-01 repayments are in the history, what reached the cash of each', async () => {
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

  test('an early settlement leaves what was paid and one last installment', async () => {
    const loan = await aLent(10)
    await loan.disburse()
    await loan.pay(102_762, loan.day)
    await loan.pay(50_000)
    await perform(world.context, settleEarly, {
      actor: operator,
      input: {
        loanNumber: loan.loanNumber,
        reference: world.context.random.uuid(),
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
  })

  test('POR-02 a withdrawn loan is shown as refunded, and its refund in the history', async () => {
    const loan = await aLent(10)
    await perform(world.context, withdrawLoan, { actor: operator, input: { loanNumber: loan.loanNumber } })
    expect(await status()).toBe('REFUNDED')
    expect(await summary()).toMatchObject({ cashBalance: 5_000_000, outStandingBalance: 0, estTotalGet: 0 })
    const { list } = (await lender.get('/transactions')).json
    expect(list).toMatchObject([
      { typeName: 'Repayment', amount: 1_200_000, loanNumber: loan.loanNumber },
      { typeName: 'Funding', amount: -1_200_000, status: 'Success' },
      { typeName: 'Top Up' },
    ])
  })

  test('ROL-02 nobody sees the installments of another lender', async () => {
    const loan = await aLent(10)
    await loan.disburse()
    const stranger = await logIn(world, app)
    for (const id of [loan.fundingId, world.context.random.uuid(), 'x', loan.fundingId.toUpperCase()]) {
      expect((await stranger.get(`/portfolio/detail?propertyLenderId=${id}`)).status).toBe(404)
    }
  })
})
