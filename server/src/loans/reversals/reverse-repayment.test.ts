import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { collectAllReceivables } from '../../cash/testing.ts'
import { creditTopUp } from '../../cash/index.ts'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { performDryRun } from '../../platform/commands/dry-run.ts'
import { aLoan, reserveFunding } from '../../../testing/people.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { writeOffLoan } from '../terms/index.ts'
import { reverseRepayment } from './reverse-repayment.ts'
import { amounts, flat, operator, servicingOf } from '../../../testing/loan-operations.ts'

let fixture: Fixture
const { balanceOf, cash, repay, settle, statusOf } = servicingOf(() => fixture)

beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const aLent = (more = {}) =>
  aDisbursedLoan(fixture.context, amounts, { ...flat, disbursedOn: '2026-01-31', ...more })
const reason = 'amount misread'
const reverse = (reference: string, more = {}) =>
  perform(fixture.context, reverseRepayment, { actor: operator, input: { reference, reason, ...more } })

const standingOf = (loanId: number) =>
  Promise.all([
    one(
      fixture.context.db,
      'test.standing_loan',
      `select s.principal_due, s.interest_due, s.penalty_paid, s.penalty_limit, p.status
         from loan_servicing s join loan_position p using (loan_id) where loan_id = $1`,
      [loanId],
    ),
    many(
      fixture.context.db,
      'test.standing_installments',
      `select no, version, due_date, principal_paid, interest_paid, penalty_paid from installment
        where loan_id = $1 and superseded_on is null order by no`,
      [loanId],
    ),
    many(
      fixture.context.db,
      'test.standing_fundings',
      `select b.funding_id, b.principal_due, b.interest_due, s.phase, s.oldest_due, s.principal_due as shown
         from funding_balance b join portfolio_standing s using (lender_id, funding_id) where b.loan_id = $1 order by 1`,
      [loanId],
    ),
  ])

describe('FIX-14 reversal of a repayment', () => {
  test('reversing a repayment of 999,999,999,999 on a loan of 1,200,000 restores the books to the last rupiah', async () => {
    const { loanNumber, loanId, fundings } = await aLent({ taxRates: [150_000, 300_000, 0] })
    const before = await standingOf(loanId)
    const tax = await balanceOf('TAX_PAYABLE', 0)
    await repay({ loanNumber, amount: 999_999_999_999, reference: 'WRONG-1' })
    expect(await statusOf(loanId)).toBe('REPAID')
    expect(await reverse('WRONG-1')).toMatchObject({ loanNumber, amount: 999_999_999_999, owed: 0 })
    expect(await standingOf(loanId)).toEqual(before)
    expect(await Promise.all(fundings.map(({ lenderId }) => cash(lenderId)))).toEqual([0, 0, 0])
    expect(await balanceOf('TAX_PAYABLE', 0)).toBe(tax)
    expect(await balanceOf('BORROWER_EXCESS', loanId)).toBe(0)
    expect(await balanceOf('BORROWER_CLEARING', loanId)).toBe(1_200_000)
  })

  test('a repayment can be reversed once, which frees the bank’s reference for the right payment', async () => {
    const { loanNumber } = await aLent()
    await repay({ loanNumber, amount: 1_120_000, reference: 'WRONG-2' })
    await reverse('WRONG-2')
    await expect(reverse('WRONG-2')).rejects.toMatchObject({ code: 'REVERSED_BEFORE' })
    await expect(repay({ loanNumber, amount: 1_120_000, reference: 'WRONG-2' })).rejects.toMatchObject({
      code: 'PAYMENT_REVERSED',
    })
    expect(await repay({ loanNumber, amount: 112_000, reference: 'WRONG-2' })).toMatchObject({
      principal: 100_000,
    })
    await expect(reverse('NOBODY')).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
    expect(await reverse('WRONG-2')).toMatchObject({ amount: 112_000 })
  })

  test('VAL-07 one transfer pays two loans, once each; its reversal names the loan and leaves the other payment', async () => {
    const [first, second] = [await aLent(), await aLent()]
    const parts = [first, second].map(({ loanNumber }) => ({
      loanNumber,
      amount: 112_000,
      reference: 'BOTH-1',
    }))
    for (const part of [...parts, ...parts]) await repay(part)
    const left = () =>
      Promise.all([first, second].map(({ loanId }) => balanceOf('BORROWER_CLEARING', loanId)))
    expect(await left()).toEqual([1_088_000, 1_088_000])
    await expect(reverse('BOTH-1')).rejects.toThrow('beberapa pinjaman')
    expect(await reverse('BOTH-1', { loanNumber: second.loanNumber })).toMatchObject({ amount: 112_000 })
    expect(await left()).toEqual([1_088_000, 1_200_000])
    // What is left of the transfer is one loan's alone.
    expect(await reverse('BOTH-1')).toMatchObject({ loanNumber: first.loanNumber })
    await expect(reverse('BOTH-1')).rejects.toMatchObject({ code: 'REVERSED_BEFORE' })
  })

  test('two concurrent reversals of one repayment reverse it once', async () => {
    const { loanNumber, loanId } = await aLent()
    await repay({ loanNumber, amount: 112_000, reference: 'WRONG-3' })
    const ends = await Promise.allSettled([1, 2, 3].map(() => reverse('WRONG-3')))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balanceOf('BORROWER_CLEARING', loanId)).toBe(1_200_000)
  })

  test('reversing a repayment allocates the later ones anew, as if it had never been recorded', async () => {
    const { loanNumber, loanId } = await aLent()
    await repay({ loanNumber, amount: 112_000, reference: 'L-1' })
    await repay({ loanNumber, amount: 224_000, reference: 'L-2', paidOn: '2026-03-31' })
    expect(await reverse('L-1')).toMatchObject({ moved: ['L-2'] })
    const paid = await many(
      fixture.context.db,
      'test.l2',
      `select principal, interest, penalty from standing_payment where loan_id = $1`,
      [loanId],
    )
    // The first installment is late now: a penalty of 112,000 x 0.1% x 31 days is owed, and allocated after interest
    // and principal.
    expect(paid).toEqual([{ principal: 200_000, interest: 24_000, penalty: 0 }])
    const paidOn = '2026-03-31'
    expect(await repay({ loanNumber, amount: 5_000, paidOn, reference: 'L-3' })).toMatchObject({
      penalty: 3_472,
      interest: 1_528,
    })
  })

  test('a repayment from before an early settlement can be reversed only after the settlement was', async () => {
    const { loanNumber } = await aLent()
    await repay({ loanNumber, amount: 112_000, reference: 'B-1' })
    await settle({ loanNumber, amount: 1_200_000, reference: 'B-2', paidOn: '2026-03-15' })
    await expect(reverse('B-1')).rejects.toMatchObject({ code: 'LOAN_CHANGED_SINCE' })
    await reverse('B-2')
    expect(await reverse('B-1')).toMatchObject({ moved: [] })
  })

  test('the part of a reversed repayment that the lender no longer has becomes a receivable, settled by the next repayment', async () => {
    const { loanNumber, fundings } = await aLent()
    const [first] = fundings
    await repay({ loanNumber, amount: 112_000, reference: 'GONE-1' })
    const lenderId = first?.lenderId ?? 0
    const had = await cash(lenderId)
    await spend(lenderId, had - 1_000)
    expect(await reverse('GONE-1')).toMatchObject({ owed: had - 1_000 })
    expect(await cash(lenderId)).toBe(0)
    await repay({ loanNumber, amount: 112_000, reference: 'GONE-2' })
    expect(await cash(lenderId)).toBe(1_000)
    expect(await balanceOf('LENDER_RECEIVABLE', lenderId)).toBe(0)
  })

  test('a lender’s next top-up also settles the receivable of a reversed repayment', async () => {
    const { loanNumber, fundings } = await aLent()
    const lenderId = fundings[0]?.lenderId ?? 0
    await repay({ loanNumber, amount: 112_000, reference: 'OWED-1' })
    const had = await cash(lenderId)
    await spend(lenderId, had)
    await reverse('OWED-1')
    expect(await collectAllReceivables(fixture.context)).toBe(0)
    const topUp = {
      ...{ bank: 'BNI', paymentRequestId: 'OWED-T', lenderId, amount: had + 5, reason: 'test' },
    } as const
    await perform(fixture.context, creditTopUp, { actor: operator, input: topUp })
    expect(await collectAllReceivables(fixture.context)).toBe(had)
    expect(await cash(lenderId)).toBe(5)
  })

  test('reversing an early settlement puts the previous schedule in force again', async () => {
    const { loanNumber, loanId } = await aLent()
    await repay({ loanNumber, amount: 112_000, reference: 'S-1' })
    const before = await standingOf(loanId)
    for (const reference of ['S-2', 'S-3']) {
      await settle({ loanNumber, amount: 1_200_000, reference, paidOn: '2026-03-15' })
      expect(await statusOf(loanId)).toBe('REPAID')
      await reverse(reference)
      expect(await standingOf(loanId)).toEqual(before)
    }
    expect(await repay({ loanNumber, amount: 1_232_000, penalty: 0 })).toMatchObject({ repaid: true })
  })

  test('a repayment cannot be reversed after a write-off of its loan', async () => {
    const { loanNumber } = await aLent()
    await repay({ loanNumber, amount: 112_000, reference: 'W-1' })
    const input = { loanNumber, writtenOffOn: '2026-08-01', reason: 'insolvent' }
    await perform(fixture.context, writeOffLoan, { actor: operator, input })
    await expect(reverse('W-1')).rejects.toMatchObject({ code: 'LOAN_CHANGED_SINCE' })
  })

  test('a dry run of reversing a repayment returns the same answer and writes nothing', async () => {
    const { loanNumber, loanId } = await aLent()
    await repay({ loanNumber, amount: 112_000, reference: 'D-1' })
    const before = await standingOf(loanId)
    const input = { reference: 'D-1', reason }
    expect(await performDryRun(fixture.context, reverseRepayment, { actor: operator, input })).toMatchObject({
      amount: 112_000,
      principal: 100_000,
    })
    expect(await standingOf(loanId)).toEqual(before)
  })
})

async function spend(lenderId: number, amount: number): Promise<void> {
  const loan = await aLoan(fixture.context, { totalLoan: 10_000_000, minimumFunding: 1_000 })
  await reserveFunding(fixture.context, { lenderId, ...loan, amount })
}
