import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '../../platform/settings/config.ts'
import { qualityOn } from '../credit-quality/index.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { aLender } from '../../../testing/people.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { restructureLoan } from '../terms/index.ts'
import { takeOverLoan } from '../take-over/index.ts'
import type { AllocationOrder } from '../../books/index.ts'
import { amounts, flat, operator, servicingOf } from '../../../testing/loan-operations.ts'

let fixture: Fixture
const { balanceOf, disburse, repay, settle, statusOf } = servicingOf(() => fixture)

beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const set = (changes: Partial<Config>) => ({
  ...fixture.context,
  config: { ...fixture.context.config, ...changes },
})
/** A loan with installments of 100,000 principal and 12,000 interest at the end of each month from February 2026 on. */
const aLent = (ALLOCATION_ORDER: AllocationOrder = 'INTEREST_PRINCIPAL_PENALTY', more = {}) =>
  aDisbursedLoan(set({ ALLOCATION_ORDER }), amounts, { ...flat, disbursedOn: '2026-01-31', ...more })

describe('FIX-01 allocation order of a payment', () => {
  /**
   * An annuity loan of 4,192 a month, of which 3,795 are principal in the first three. On 12 June 2025 four
   * installments are late, the oldest by 117 days.
   */
  const monthly = {
    interestType: 'ANNUITY',
    interest: '0.3099',
    tenor: 48,
    tenorPeriod: 'MONTH',
    disbursedOn: '2025-01-15',
  } as const

  test.each([
    ['INTEREST_PRINCIPAL_PENALTY', { penalty: 0, interest: 10_205, principal: 3_795 }],
    ['INTEREST_PENALTY_PRINCIPAL', { penalty: 1_106, interest: 9_099, principal: 3_795 }],
    ['PENALTY_INTEREST_PRINCIPAL', { penalty: 1_223, interest: 8_982, principal: 3_795 }],
  ] as const)(
    "FIX-01 a payment is allocated in the order of the loan's terms: %s, 117 days late and 14,000 paid",
    async (order, parts) => {
      const { loanNumber } = await aDisbursedLoan(set({ ALLOCATION_ORDER: order }), [114_580], monthly)
      expect(await repay({ loanNumber, amount: 14_000, paidOn: '2025-06-12' })).toMatchObject({
        ...parts,
        excess: 0,
      })
    },
  )

  test('FIX-01 the penalty of an installment is allocated before or after its principal as the loan’s order says', async () => {
    // Paid ten days late, so the penalty is 112,000 x 0.1% x 10 = 1,120.
    const first = async (order: AllocationOrder, amount: number) => {
      const { loanNumber } = await aLent(order)
      const { penalty, interest, principal } = await repay({ loanNumber, amount, paidOn: '2026-03-10' })
      return { penalty, interest, principal }
    }
    expect(await first('PENALTY_INTEREST_PRINCIPAL', 2_000)).toEqual({
      penalty: 1_120,
      interest: 880,
      principal: 0,
    })
    expect(await first('INTEREST_PENALTY_PRINCIPAL', 13_500)).toEqual({
      penalty: 1_120,
      interest: 12_000,
      principal: 380,
    })
    expect(await first('INTEREST_PRINCIPAL_PENALTY', 112_500)).toEqual({
      penalty: 500,
      interest: 12_000,
      principal: 100_000,
    })
  })

  test('FIX-01 the allocation order of a loan stays that of its offer when the settings change before disbursement', async () => {
    const { loanNumber } = await aLent('PENALTY_INTEREST_PRINCIPAL')
    expect(await repay({ loanNumber, amount: 1_120, paidOn: '2026-03-10' })).toMatchObject({ penalty: 1_120 })
    const kept = await one(
      fixture.context.db,
      'test.kept',
      `select t.allocation, t.penalty_ppm_per_day as daily, s.penalty_ppm_per_day as serviced
         from loan l join loan_terms t on t.loan_id = l.id join loan_servicing s on s.loan_id = l.id
        where l.loan_number = $1`,
      [loanNumber],
    )
    expect(kept).toEqual({ allocation: 'PENALTY_INTEREST_PRINCIPAL', daily: 1_000, serviced: 1_000 })
  })

  test('FIX-01 a taken-over loan keeps the allocation order of its own agreements', async () => {
    const { phone } = await aLender(fixture.context, { cash: 10_000_000 })
    const { loanNumber } = await aDraftLoan(fixture.context, { ...flat, totalLoan: 1_200_000 })
    const part = { lenderPhone: phone, amount: 1_200_000, signedOn: '2026-01-05' }
    const input = {
      loanNumber,
      parts: [{ ...part, agreement: { reference: `ARSIP/${loanNumber}`, sha256: 'ab'.repeat(32) } }],
    }
    const allocation = 'PENALTY_INTEREST_PRINCIPAL' as const
    await perform(fixture.context, takeOverLoan, { actor: operator, input: { ...input, allocation } })
    await expect(perform(fixture.context, takeOverLoan, { actor: operator, input })).rejects.toMatchObject({
      code: 'LOAN_TAKEN_OVER',
    })
    await disburse(loanNumber, '2026-01-31')
    expect(await repay({ loanNumber, amount: 2_000, paidOn: '2026-03-10' })).toMatchObject({
      penalty: 1_120,
      interest: 880,
    })
  })
})

describe('FIX-01 penalty that is allocated last', () => {
  test('FIX-01 a penalty allocated last is paid after due installments and before future ones, and shared by the amounts lent', async () => {
    const { loanNumber, loanId, fundings } = await aLent()
    // Paid ten days late, without the penalty of 1,120; no installment is late afterwards.
    expect(await repay({ loanNumber, amount: 112_000, paidOn: '2026-03-10' })).toMatchObject({
      penalty: 0,
      principal: 100_000,
    })
    // The second installment is paid on time: 112,000 pay it, then the penalty of the first is paid, and the rest goes
    // to the third.
    expect(await repay({ loanNumber, amount: 112_000 + 1_120 + 5_000, paidOn: '2026-03-31' })).toMatchObject({
      penalty: 1_120,
      interest: 12_000 + 5_000,
      principal: 100_000,
    })
    const got = await Promise.all(
      fundings.map(({ fundingId }) =>
        one<{ no: number; penalty: number }>(
          fixture.context.db,
          'test.penalty',
          'select no, penalty from lender_repayment where funding_id = $1 and penalty > 0',
          [fundingId],
        ),
      ),
    )
    // The penalty of 1,120 is split in proportion to the fundings of 720, 300 and 180 (thousand).
    expect(got).toEqual([
      { no: 1, penalty: 672 },
      { no: 1, penalty: 280 },
      { no: 1, penalty: 168 },
    ])
    expect(await statusOf(loanId)).toBe('ACTIVE')
  })

  test('FIX-01 a penalty allocated last stops accruing once its installment is paid, and does not make the loan late', async () => {
    const { loanNumber } = await aLent()
    await repay({ loanNumber, amount: 112_000, paidOn: '2026-03-10' })
    await repay({ loanNumber, amount: 112_000, paidOn: '2026-03-31' })
    // Only a penalty of 1,120 is owed, which does not make the loan late: it stays in the best quality class.
    const good = async (day: string) => (await qualityOn(fixture.context.db, day)).LANCAR
    const whileItIs = await good('2026-04-30')
    expect(whileItIs - (await good('2026-05-01'))).toBeGreaterThanOrEqual(1_000_000)
    expect(await repay({ loanNumber, amount: 1_121, paidOn: '2026-04-10' })).toMatchObject({
      penalty: 1_120,
      interest: 1,
    })
  })

  test('FIX-01 a penalty allocated last stays owed after the loan is repaid, and a later payment above it is excess', async () => {
    const { loanNumber, loanId } = await aLent(undefined, { tenor: 1, interest: '0.12' })
    // The accrued penalty is 1,212,000 x 0.1% x 10, but this payment does not cover it.
    expect(await repay({ loanNumber, amount: 1_212_000, paidOn: '2026-03-10' })).toMatchObject({
      penalty: 0,
      repaid: true,
    })
    expect(await statusOf(loanId)).toBe('REPAID')
    expect(await repay({ loanNumber, amount: 12_000, paidOn: '2026-03-20' })).toMatchObject({
      penalty: 12_000,
      excess: 0,
      repaid: false,
    })
    expect(await repay({ loanNumber, amount: 200, paidOn: '2026-03-21' })).toMatchObject({
      penalty: 120,
      excess: 80,
    })
    expect(await balanceOf('BORROWER_EXCESS', loanId)).toBe(80)
  })

  test('FIX-01 a penalty allocated last is part of the early settlement price', async () => {
    const { loanNumber } = await aLent()
    await repay({ loanNumber, amount: 112_000, paidOn: '2026-03-10' })
    await repay({ loanNumber, amount: 112_000 + 30_000, paidOn: '2026-03-31' })
    // 1,120 of the 30,000 paid the penalty of the first installment, so 28,880 went to the third.
    const price = 1_000_000 - (28_880 - 12_000)
    await expect(settle({ loanNumber, amount: price - 1, paidOn: '2026-04-15' })).rejects.toMatchObject({
      code: 'SETTLEMENT_TOO_LOW',
      params: { amount: price },
    })
    expect(await settle({ loanNumber, amount: price, paidOn: '2026-04-15' })).toMatchObject({ repaid: true })

    const other = await aLent()
    await repay({ loanNumber: other.loanNumber, amount: 112_000, paidOn: '2026-03-10' })
    expect(
      await settle({ loanNumber: other.loanNumber, amount: 1_112_000 + 1_120, paidOn: '2026-03-15' }),
    ).toMatchObject({ penalty: 1_120, principal: 1_100_000, interest: 12_000, excess: 0, repaid: true })
  })

  test('FIX-01 a restructuring waives the owed penalty and reports its amount', async () => {
    const { loanNumber } = await aLent()
    await repay({ loanNumber, amount: 112_000, paidOn: '2026-03-10' })
    const done = await perform(fixture.context, restructureLoan, {
      actor: operator,
      input: {
        loanNumber,
        agreedOn: '2026-03-20',
        interest: '0.06',
        interestType: 'FLAT',
        tenor: 11,
        tenorPeriod: 'MONTH',
        keepInterest: false,
        agreement: { reference: `ADD/${loanNumber}`, sha256: '0'.repeat(64) },
      },
    })
    expect(done.penaltyWaived).toBe(1_120)
    // 100,000 and 5,500 fall due on 20 April; the next installment is not due yet.
    expect(await repay({ loanNumber, amount: 110_000, paidOn: '2026-04-20' })).toMatchObject({
      penalty: 0,
      interest: 5_500 + 4_500,
    })
  })
})

describe('FIX-01 a penalty amount set by the operator', () => {
  test('FIX-01 a penalty that the operator sets on a day without arrears is refused, and moves no money', async () => {
    const { loanNumber } = await aLent()
    for (const paidOn of ['2026-02-10', '2026-02-28']) {
      await expect(repay({ loanNumber, amount: 5_000, penalty: 1, paidOn })).rejects.toMatchObject({
        code: 'PENALTY_NOT_DUE',
      })
    }
    await expect(
      settle({ loanNumber, amount: 2_000_000, penalty: 1, paidOn: '2026-02-20' }),
    ).rejects.toMatchObject({ code: 'PENALTY_NOT_DUE' })
    expect(await repay({ loanNumber, amount: 5_000, penalty: 0, paidOn: '2026-02-10' })).toMatchObject({
      interest: 5_000,
    })
  })

  test('FIX-01 a penalty that the operator sets above the accrued one is refused, and the rest of a smaller one stays owed', async () => {
    const { loanNumber } = await aLent()
    await expect(
      repay({ loanNumber, amount: 5_000, penalty: 1_121, paidOn: '2026-03-10' }),
    ).rejects.toMatchObject({ code: 'PENALTY_ABOVE_LIMIT', params: { amount: 1_120 } })
    expect(await repay({ loanNumber, amount: 112_300, penalty: 300, paidOn: '2026-03-10' })).toMatchObject({
      penalty: 300,
      interest: 12_000,
      principal: 100_000,
    })
    expect(await repay({ loanNumber, amount: 1_000, paidOn: '2026-03-11' })).toMatchObject({
      penalty: 820,
      interest: 180,
    })
    await expect(
      repay({ loanNumber, amount: 1_000, penalty: 1, paidOn: '2026-03-12' }),
    ).rejects.toMatchObject({ code: 'PENALTY_NOT_DUE' })
  })
})
