import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { theirAgreements } from '../../../testing/crowd.ts'
import { aLoan, fund } from '../../../testing/people.ts'
import { aDisbursedLoan, aFundedLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { recordRepayments } from './record-repayments.ts'
import { amounts, flat, operator, servicingOf } from '../../../testing/loan-operations.ts'

let fixture: Fixture
const { balanceOf, cash, repay, statusOf } = servicingOf(() => fixture)

beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

describe('SRV-01 repayment', () => {
  const aLent = (more = {}) =>
    aDisbursedLoan(fixture.context, amounts, { ...flat, disbursedOn: '2026-01-31', ...more })

  test('a repayment credits each lender’s share less tax, and the tax to the state’s account', async () => {
    const taxBefore = await balanceOf('TAX_PAYABLE', 0)
    const { loanNumber, fundings, loanId } = await aLent({ taxRates: [150_000, 300_000, 0] })
    expect(await repay({ loanNumber, amount: 112_000 })).toMatchObject({
      principal: 100_000,
      interest: 12_000,
      penalty: 0,
      tax: 1_080 + 900,
      excess: 0,
      repaid: false,
    })
    // Principal and interest less tax, for each lender: 60,000 + 7,200 - 1,080; 25,000 + 3,000 - 900; 15,000 + 1,800.
    expect(await Promise.all(fundings.map(({ lenderId }) => cash(lenderId)))).toEqual([
      66_120, 27_100, 16_800,
    ])
    expect((await balanceOf('TAX_PAYABLE', 0)) - taxBefore).toBe(1_980)
    expect(await balanceOf('BORROWER_CLEARING', loanId)).toBe(1_200_000 - 112_000)
  })

  test('a repayment pays the oldest installment first: interest, principal, then penalty; what remains is excess', async () => {
    const { loanNumber, loanId, fundings } = await aLent()
    // Paid ten days late, so the penalty is 112,000 x 0.1% x 10 = 1,120.
    expect(await repay({ loanNumber, amount: 2_000, paidOn: '2026-03-10' })).toMatchObject({
      penalty: 0,
      interest: 2_000,
      principal: 0,
    })
    // Ten more days on the rest of the first installment: 110,000 x 0.1% x 10 = 1,100. 110,000 of the payment complete
    // the installment.
    expect(await repay({ loanNumber, amount: 113_000, paidOn: '2026-03-20', fee: 500 })).toMatchObject({
      fee: 500,
      penalty: 1_120 + 1_100,
      interest: 10_000 + 280,
      principal: 100_000,
    })
    const all = await repay({ loanNumber, amount: 2_000_000, paidOn: '2026-03-25' })
    expect(all).toMatchObject({ principal: 1_100_000, interest: 12_000 * 11 - 280, repaid: true })
    expect(all.excess).toBe(2_000_000 - all.principal - all.interest)
    expect(await statusOf(loanId)).toBe('REPAID')
    expect(await balanceOf('BORROWER_EXCESS', loanId)).toBe(all.excess)
    expect(await balanceOf('PLATFORM_FEE', 0)).toBeGreaterThanOrEqual(500)
    // 720,000 of principal, 86,400 of interest less 15% tax, and 3/5 of the penalty of 2,220.
    expect(await cash(fundings[0]?.lenderId ?? 0)).toBe(720_000 + 86_400 - 12_960 + 1_332)
    expect(await repay({ loanNumber, amount: 7_000, paidOn: '2026-03-25' })).toMatchObject({
      excess: 7_000,
      principal: 0,
    })
  })

  test('a repayment takes the penalty that it names, up to the limit of the loan', async () => {
    const { loanNumber } = await aLent()
    expect(await repay({ loanNumber, amount: 112_000, paidOn: '2026-03-10', penalty: 0 })).toMatchObject({
      penalty: 0,
      interest: 12_000,
      principal: 100_000,
    })
    expect(await repay({ loanNumber, amount: 2_000, penalty: 1_000, paidOn: '2026-03-11' })).toMatchObject({
      penalty: 1_000,
      interest: 1_000,
    })
    await expect(
      repay({ loanNumber, amount: 2_000_000, penalty: 1_200_000, paidOn: '2026-03-11' }),
    ).rejects.toMatchObject({
      code: 'PENALTY_ABOVE_LIMIT',
      params: { amount: 1_200_000 - 144_000 - 1_000 },
    })
  })

  test('a backdated payment lowers the penalty of later payments', async () => {
    const { loanNumber } = await aLent()
    await repay({ loanNumber, amount: 10_000, paidOn: '2026-04-01', penalty: 0 })
    // A payment recorded later with an earlier value date: with it, nothing of the first installment was late from the
    // first of April on.
    expect(await repay({ loanNumber, amount: 102_000, paidOn: '2026-02-20' })).toMatchObject({ penalty: 0 })
    expect(await repay({ loanNumber, amount: 112_000 + 1_120, paidOn: '2026-04-10' })).toMatchObject({
      penalty: 1_120,
      interest: 12_000,
      principal: 100_000,
    })
  })

  test('a repayment with a used reference returns the same answer for the same content, and is refused for other content', async () => {
    const { loanNumber, fundings } = await aLent()
    const payment = { loanNumber, amount: 112_000, reference: 'BANK/2026/000001' }
    const first = await repay(payment)
    const had = await cash(fundings[0]?.lenderId ?? 0)
    expect(await repay(payment)).toEqual({ ...first, repeated: true })
    expect(await cash(fundings[0]?.lenderId ?? 0)).toBe(had)
    for (const change of [{ amount: 112_001 }, { paidOn: '2026-02-27' }, { fee: 1 }, { penalty: 0 }]) {
      await expect(repay({ ...payment, ...change })).rejects.toMatchObject({ code: 'REFERENCE_REUSED' })
    }
    const together = await Promise.all([1, 2, 3].map(() => repay({ ...payment, reference: 'BANK/2026/2' })))
    expect(new Set(together.map(({ paymentId }) => paymentId)).size).toBe(1)
  })

  test('repayments of two loans are each recorded once, concurrently with fundings of their lenders', async () => {
    const [first, second] = [await aLent(), await aLent()]
    const market = await aLoan(fixture.context, { totalLoan: 10_000_000 })
    const lenders = [...first.fundings, ...second.fundings].map(({ lenderId }) => lenderId)
    // The lenders get cash from the first installment, to fund with.
    await repay({ loanNumber: first.loanNumber, amount: 1_120_000 })
    await repay({ loanNumber: second.loanNumber, amount: 1_120_000 })
    const wanted = lenders.map((lenderId) => ({ lenderId, ...market, amount: 100_000 }))
    await theirAgreements(fixture.context, wanted)
    const paid = [first, second, first, second].map(({ loanNumber }) => repay({ loanNumber, amount: 50_000 }))
    const funded = wanted.map((one) => fund(fixture.context, one))
    const ends = await Promise.allSettled([...paid, ...funded])
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
    for (const loan of [first, second]) {
      const { paid: inAll } = await one<{ paid: number }>(
        fixture.context.db,
        'test.paid',
        'select sum(amount)::bigint as paid from loan_payment where loan_id = $1',
        [loan.loanId],
      )
      expect(inAll).toBe(1_220_000)
    }
  })

  test('a repayment with a date outside the loan, parts above its amount, or for an undisbursed loan is refused', async () => {
    const { loanNumber } = await aLent()
    const funded = await aFundedLoan(fixture.context, [500_000], flat)
    await expect(repay({ loanNumber: 'T-NONE', amount: 1 })).rejects.toMatchObject({ code: 'LOAN_NOT_FOUND' })
    await expect(repay({ loanNumber: funded.loanNumber, amount: 1 })).rejects.toMatchObject({
      code: 'LOAN_NOT_DISBURSED',
    })
    await expect(repay({ loanNumber, amount: 1, paidOn: '2026-01-30' })).rejects.toMatchObject({
      code: 'DATE_BEFORE_DISBURSEMENT',
    })
    await expect(repay({ loanNumber, amount: 1, paidOn: '2999-01-01' })).rejects.toMatchObject({
      code: 'DATE_IN_FUTURE',
    })
    await expect(repay({ loanNumber, amount: 10, fee: 6, penalty: 5 })).rejects.toMatchObject({
      code: 'REPAYMENT_PARTS_TOO_LARGE',
    })
    for (const amount of [0, -1, 1.5]) {
      await expect(repay({ loanNumber, amount })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    }
  })

  test('repayments of a batch are recorded in its order, also several of one loan, even when another one is refused', async () => {
    const [first, second] = [await aLent(), await aLent()]
    const line = (loanNumber: string, reference: string, amount: number) => ({
      loanNumber,
      reference,
      amount,
      paidOn: '2026-02-28',
    })
    const payments = [
      line(first.loanNumber, 'L1', 112_000),
      line('T-NONE', 'L2', 112_000),
      line(first.loanNumber, 'L3', 12_000),
      line(second.loanNumber, 'L0', 112_000),
      line(first.loanNumber, 'L1', 112_000),
      line(second.loanNumber, 'L1', 112_000),
    ]
    const outcomes = await recordRepayments(fixture.context, operator, payments)
    expect(outcomes).toMatchObject([
      { answer: { principal: 100_000, interest: 12_000 } },
      { error: { code: 'LOAN_NOT_FOUND' } },
      { answer: { principal: 0, interest: 12_000 } },
      { answer: { principal: 100_000, interest: 12_000 } },
      { answer: { principal: 100_000 } },
      { answer: { loanId: second.loanId } },
    ])
    const again = (outcome: (typeof outcomes)[number] | undefined) =>
      outcome && 'answer' in outcome ? { answer: { ...outcome.answer, repeated: true } } : outcome
    expect(outcomes[4]).toEqual(again(outcomes[0]))
    expect(await recordRepayments(fixture.context, operator, payments)).toEqual(outcomes.map(again))
  })
})
