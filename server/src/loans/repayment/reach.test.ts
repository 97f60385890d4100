import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays } from '@pematang/contract/format/business-date'
import { amounts, flat, servicingOf } from '../../../testing/loan-operations.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { lockServicing } from '../disbursement/index.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { AllocationOrder } from '../../books/index.ts'
import { balanceOn, balancesFor } from './balance.ts'
import { allocatePayment } from './decide.ts'

let fixture: Fixture
const { repay } = servicingOf(() => fixture)

beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const orders: AllocationOrder[] = [
  'INTEREST_PRINCIPAL_PENALTY',
  'INTEREST_PENALTY_PRINCIPAL',
  'PENALTY_INTEREST_PRINCIPAL',
]

/** A loan with installments of 100,000 principal and 12,000 interest at the end of each month from February 2026 on. */
const aLent = async (ALLOCATION_ORDER: AllocationOrder = 'INTEREST_PRINCIPAL_PENALTY') => {
  const config = { ...fixture.context.config, ALLOCATION_ORDER }
  return aDisbursedLoan({ ...fixture.context, config }, amounts, { ...flat, disbursedOn: '2026-01-31' })
}

/** The balance of a loan as a payment of this amount sees it, and the whole balance. */
const balancesOf = (loanNumber: string, on: string, amount: number) =>
  inTransaction(fixture.context.db, { repeatable: false }, async (tx) => {
    const loan = (await lockServicing(tx, [loanNumber])).get(loanNumber)
    if (!loan) throw new Error('the loan was not disbursed')
    const [reached] = await balancesFor(tx, [{ loan, on, amount }])
    if (!reached) throw new Error('the loan has no balance')
    return { reached, whole: await balanceOn(tx, loan, on) }
  })

const numbersFor = async (...asked: Parameters<typeof balancesOf>) =>
  (await balancesOf(...asked)).reached.installments.map(({ no }) => no)

test('a payment reads only the installments that are due or begun, or the next one, unless its amount is more', async () => {
  const { loanNumber } = await aLent()
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
  expect(await numbersFor(loanNumber, '2026-02-10', 112_000)).toEqual([1])
  expect(await numbersFor(loanNumber, '2026-02-10', 112_001)).toEqual(all)
  expect(await numbersFor(loanNumber, '2026-04-30', 336_000)).toEqual([1, 2, 3])
  await repay({ loanNumber, amount: 112_000 + 50_000, paidOn: '2026-02-10' })
  expect(await numbersFor(loanNumber, '2026-02-11', 62_001)).toEqual(all.slice(1))
  const { reached, whole } = await balancesOf(loanNumber, '2026-02-11', 62_000)
  expect(reached.installments.map(({ no }) => no)).toEqual([2])
  expect(whole.installments).toHaveLength(11)
  expect([reached.left, whole.left]).toEqual([1_182_000, 1_182_000])
})

test('a payment is allocated by the installments that it reaches exactly as by all of the loan, after any earlier ones', async () => {
  const anyPayment = fc.record({
    amount: fc.oneof(fc.integer({ min: 1, max: 400_000 }), fc.constantFrom(112_000, 224_000)),
    day: fc.integer({ min: 0, max: 290 }),
  })
  let partial = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...orders),
      fc.array(anyPayment, { minLength: 3, maxLength: 5 }),
      async (order, payments) => {
        const { loanNumber } = await aLent(order)
        for (const { amount, day } of payments) {
          const paidOn = addDays('2026-01-31', day)
          const { reached, whole } = await balancesOf(loanNumber, paidOn, amount)
          const payment = { loanNumber, reference: 'TRIAL', amount, paidOn }
          expect(allocatePayment(payment, reached)).toEqual(allocatePayment(payment, whole))
          expect(reached.penalties).toEqual(whole.penalties)
          if (reached.installments.length < whole.installments.length) partial += 1
          await repay({ loanNumber, amount, paidOn })
        }
      },
    ),
    { numRuns: 5 },
  )
  expect(partial).toBeGreaterThan(0)
})
