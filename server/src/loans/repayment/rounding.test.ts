import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { amounts, flat, operator, servicingOf } from '../../../testing/loan-operations.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { reverseRepayment, showLoan } from '../testing.ts'
import { closeResidue } from './rounding.ts'

let fixture: Fixture
const { balanceOf, cash, repay, statusOf } = servicingOf(() => fixture)
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

/** Twelve installments of 112,000, the first due on 28 February 2026. */
const aLent = (ROUNDING_TOLERANCE = 1_000, more = {}) =>
  aDisbursedLoan({ ...fixture.context, config: { ...fixture.context.config, ROUNDING_TOLERANCE } }, amounts, {
    ...flat,
    disbursedOn: '2026-01-31',
    ...more,
  })
const waiting = async () => {
  const { rows } = await fixture.context.db.query({
    text: 'select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
  })
  return rows.length
}
const rounding = () => balanceOf('ROUNDING', 0)
const reverse = (reference: string) =>
  perform(fixture.context, reverseRepayment, { actor: operator, input: { reference, reason: 'misread' } })

test('OPS-10 an installment of nothing is not late, neither while the loan is unpaid nor after a late payment of another', async () => {
  // 167 a day, rounded up from 166.67, is all after 599 days, so that the last installment has nothing.
  const { loanNumber, loanId } = await aDisbursedLoan(fixture.context, [100_000], {
    ...{ interest: '0', interestType: 'ANNUITY', tenor: 600, tenorPeriod: 'DAY' },
    ...{ minimumFunding: 100_000, disbursedOn: '2026-01-28' },
  })
  const isPaidLate = async () => {
    const { rows } = await fixture.context.db.query<{ paid_late: boolean }>({
      text: 'select paid_late from repayment_record where loan_id = $1',
      values: [loanId],
    })
    return rows[0]?.paid_late
  }
  expect(await fixture.books()).toEqual([])
  await repay({ loanNumber, amount: 100, paidOn: '2026-02-10' })
  expect([await isPaidLate(), await fixture.books()]).toEqual([false, []])
  await repay({ loanNumber, amount: 67, paidOn: '2026-02-11' })
  expect([await isPaidLate(), await fixture.books()]).toEqual([true, []])
})

describe('VAL-04 residue of an installment', () => {
  test('a payment that leaves less than the tolerance closes the installment: lenders receive it in full and the platform pays the difference', async () => {
    const before = await rounding()
    const { loanNumber, loanId, fundings } = await aLent()
    expect(await repay({ loanNumber, amount: 111_001 })).toMatchObject({
      principal: 100_000,
      interest: 12_000,
      excess: 0,
      rounding: 999,
    })
    expect(await rounding()).toBe(before - 999)
    expect(await balanceOf('BORROWER_CLEARING', loanId)).toBe(1_200_000 - 111_001)
    expect(await cash(fundings[0]?.lenderId ?? 0)).toBe(60_000 + 7_200 - 1_080)
  })

  test('once a loan has used up its rounding tolerance, a later residue stays owed', async () => {
    const { loanNumber } = await aLent()
    await repay({ loanNumber, amount: 111_500 })
    expect(await repay({ loanNumber, amount: 111_500, paidOn: '2026-03-31' })).toMatchObject({ rounding: 0 })
    expect(await repay({ loanNumber, amount: 112_001, paidOn: '2026-04-30' })).toMatchObject({
      rounding: 499,
    })
  })

  test('of two payments recorded at once, the second finds the tolerance that the first has left', async () => {
    const before = await rounding()
    const { loanNumber, loanId } = await aLent()
    const { both } = await inTransaction(fixture.context.db, { repeatable: false }, async (tx) => {
      await run(tx, 'test.hold', 'select from loan_servicing where loan_id = $1 for update', [loanId])
      const both = ['2026-02-28', '2026-03-31'].map((paidOn) =>
        repay({ loanNumber, amount: 111_400, paidOn }),
      )
      await expect.poll(waiting).toBe(2)
      return { both }
    })
    await Promise.all(both)
    expect(await rounding()).toBe(before - 600)
  })

  test('a loan whose last payment lacks one rupiah is repaid and not late', async () => {
    const { loanNumber, loanId } = await aLent(1_000, { tenor: 1 })
    expect(await repay({ loanNumber, amount: 1_211_999 })).toMatchObject({ rounding: 1, repaid: true })
    expect(await statusOf(loanId)).toBe('REPAID')
    const sheet = await showLoan(fixture.context.db, loanNumber)
    expect(sheet).toMatchObject({ daysLate: 0, arrears: 0 })
  })

  test('a payment that leaves the tolerance or more, or a loan without one, closes nothing', async () => {
    const { loanNumber } = await aLent()
    expect(await repay({ loanNumber, amount: 111_000 })).toMatchObject({ principal: 99_000, rounding: 0 })
    const strict = await aLent(0)
    expect(await repay({ loanNumber: strict.loanNumber, amount: 111_999 })).toMatchObject({ rounding: 0 })
  })

  test('reversing a payment returns its rounding to the platform, and allocating a later payment anew charges it again', async () => {
    const before = await rounding()
    const { loanNumber, loanId } = await aLent()
    await repay({ loanNumber, amount: 111_900, reference: 'RND-1' })
    await repay({ loanNumber, amount: 111_950, reference: 'RND-2', paidOn: '2026-03-31' })
    expect(await rounding()).toBe(before - 150)
    await reverse('RND-1')
    expect(await rounding()).toBe(before - 50)
    expect(await balanceOf('BORROWER_CLEARING', loanId)).toBe(1_200_000 - 111_950)
    await reverse('RND-2')
    await repay({ loanNumber, amount: 111_001, reference: 'RND-3' })
    expect(await rounding()).toBe(before - 999)
    await reverse('RND-3')
    expect(await rounding()).toBe(before)
  })

  test('an unpaid balance above a tenth of its installment stays owed, although it is below the tolerance', () => {
    const part = { no: 1, principal: 100, interest: 0, penalty: 0 }
    const small = { no: 1, principalLeft: 900, interestLeft: 0, due: 900 }
    expect(closeResidue([part], [small], 1_000)).toEqual({ parts: [part], rounding: 0 })
    const paid = { ...part, principal: 810 }
    expect(closeResidue([paid], [small], 1_000)).toEqual({
      parts: [{ ...paid, principal: 900 }],
      rounding: 90,
    })
    const onlyPenalty = { no: 1, principal: 0, interest: 0, penalty: 5 }
    expect(closeResidue([onlyPenalty], [{ ...small, principalLeft: 10 }], 1_000).rounding).toBe(0)
  })
})
