import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { releaseFunding } from '../../funding/testing.ts'
import { cancelLoan } from '../../loans/testing.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { operator, servicingOf } from '../../../testing/loan-operations.ts'
import { aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { setTaxRate } from '../../../testing/servicing.ts'
import {
  aWithdrawalScenario,
  type WithdrawalScenario,
  type Withdrawer,
} from '../../../testing/withdrawal-scenario.ts'

let scenario: WithdrawalScenario
let other: Withdrawer
const { disburse, repay } = servicingOf(() => scenario.fixture)

beforeAll(async () => {
  scenario = await aWithdrawalScenario()
  other = await scenario.lender()
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(() => scenario.close())

const today = async (): Promise<string> =>
  (
    await one<{ day: string }>(
      scenario.fixture.context.db,
      'test.today',
      'select business_day(app_now()) as day',
      [],
    )
  ).day

type Row = { id: string; typeName: string; amount: number; isGivenBack: boolean }
const types: Record<string, string> = { 'Top Up': '1', Funding: '2', Repayment: '5', Withdraw: '6' }

/** The details of each row of the history, the newest first. */
async function detailsOf(lender: Withdrawer) {
  const { list } = (await lender.get('/transactions?limit=100')).json as { list: Row[] }
  return Promise.all(
    list.map(async ({ id, typeName }) => {
      const { status, json } = await lender.get(`/transactions/detail?id=${id}&type=${types[typeName]}`)
      return status === 200 ? json : status
    }),
  )
}

describe('the details of a transaction', () => {
  test('the details of a withdrawal show its account masked to four digits, fee, reason and outcome', async () => {
    const lender = await scenario.lender({ cash: 600_000 })
    await lender.withdraw(100_000)
    const [underWay] = await detailsOf(lender)
    expect(underWay).toEqual({
      kind: 'WITHDRAWAL',
      sent: 100_000,
      fee: 2_500,
      bankName: 'Bank',
      accountName: expect.any(String),
      accountNumber: expect.stringMatching(/^\*{6}\d{4}$/),
      reason: 'Kebutuhan pribadi',
      outcome: 'UNDER_WAY',
      endedAt: null,
      bankReference: null,
    })
    await scenario.followAll()
    scenario.bank.trouble = () => 'refuse'
    await lender.withdraw(200_000)
    await scenario.followAll()
    scenario.bank.trouble = () => 'none'
    const [returned, paid] = await detailsOf(lender)
    expect(returned).toMatchObject({ outcome: 'RETURNED', sent: 200_000, bankReference: null })
    expect(paid).toMatchObject({ outcome: 'PAID', sent: 100_000, bankReference: expect.any(String) })
    expect(Date.parse(paid.endedAt)).toBeGreaterThan(0)
  })

  test('the details of a funding show its outcome or refund, and those of a top-up the bank it came from', async () => {
    const { context } = scenario.fixture
    const lender = await scenario.lender({ cash: 1_000_000 })
    const fund = async () => {
      const loan = await aLoan(context)
      const asked = { lenderId: lender.lenderId, ...loan, amount: 100_000 }
      return { ...loan, ...(await reserveFunding(context, asked)) }
    }
    const rejected = await fund()
    const input = { fundingId: rejected.fundingId, state: 'REJECTED' as const }
    await perform(context, releaseFunding, { actor: { kind: 'system' }, input })
    await fund()
    const cancelled = await fund()
    await signFunding(context, cancelled.fundingId)
    const { loanNumber } = cancelled
    await perform(context, cancelLoan, { actor: operator, input: { loanNumber } })
    const details = await detailsOf(lender)
    const refund = { kind: 'REPAYMENT', isRefund: true, paidOn: null, principal: 100_000 }
    expect(details).toMatchObject([
      { ...refund, interest: 0, penalty: 0, tax: 0 },
      { kind: 'FUNDING', outcome: 'REFUNDED' },
      { kind: 'FUNDING', outcome: 'WAITING', endedAt: null },
      { kind: 'FUNDING', outcome: 'REJECTED', endedAt: expect.any(String) },
      { kind: 'TOP_UP' },
    ])
  })

  test('the details of a repayment show its principal, interest and tax, which add up to the movement', async () => {
    const { context } = scenario.fixture
    const lender = await scenario.lender({ cash: 1_000_000 })
    await setTaxRate(context, lender.lenderId, 150_000)
    const loan = await aLoan(context, { totalLoan: 600_000, minimumFunding: 100_000 })
    const asked = { lenderId: lender.lenderId, ...loan, amount: 600_000 }
    await signFunding(context, (await reserveFunding(context, asked)).fundingId)
    await disburse(loan.loanNumber)
    scenario.fixture.travel('40 days')
    await repay({ loanNumber: loan.loanNumber, amount: 100_000, paidOn: await today() })
    scenario.fixture.travel(undefined)
    const { list } = (await lender.get('/transactions?type=5')).json as { list: Row[] }
    const [repayment] = await detailsOf(lender)
    const { principal, interest, penalty, tax, ...rest } = repayment
    expect(rest).toEqual({ kind: 'REPAYMENT', isRefund: false, paidOn: expect.any(String) })
    expect(interest).toBeGreaterThan(0)
    expect(tax).toBe(Math.floor(interest * 0.15))
    expect(principal + interest + penalty - tax).toBe(list[0]?.amount)
  })

  test('the details of a transaction of another lender, of another type and a nonexistent one are refused alike', async () => {
    const [mine, theirs] = [other, await scenario.lender()]
    const { list } = (await theirs.get('/transactions')).json as { list: Row[] }
    const id = list[0]?.id
    expect((await theirs.get(`/transactions/detail?id=${id}&type=1`)).status).toBe(200)
    const answers = await Promise.all([
      mine.get(`/transactions/detail?id=${id}&type=1`),
      theirs.get(`/transactions/detail?id=${id}&type=6`),
      mine.get('/transactions/detail?id=00000000-0000-7000-8000-000000000000&type=2'),
    ])
    for (const { status, json } of answers) expect([status, json.code]).toEqual([404, 'NOT_FOUND'])
    expect((await mine.get('/transactions/detail?id=1&type=2')).status).toBe(400)
  })
})
