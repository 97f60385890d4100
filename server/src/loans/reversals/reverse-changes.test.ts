import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cancelLoan } from '../offers/index.ts'
import { anOpenedLoan } from '../../../testing/opening.ts'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { reverseDisbursement } from './reverse-disbursement.ts'
import { reverseRepayment } from './reverse-repayment.ts'
import { restructureLoan, writeOffLoan } from '../terms/index.ts'
import { reverseRestructuring } from './reverse-restructuring.ts'
import { reverseWriteOff } from './reverse-write-off.ts'
import { amounts, flat, operator, servicingOf } from '../../../testing/loan-operations.ts'

let fixture: Fixture
const { balanceOf, cash, disburse, repay, statusOf } = servicingOf(() => fixture)

beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const aLent = (more = {}) =>
  aDisbursedLoan(fixture.context, amounts, { ...flat, disbursedOn: '2026-01-31', ...more })
const reason = 'wrong loan'
const takeBack = {
  disbursement: (loanNumber: string) =>
    perform(fixture.context, reverseDisbursement, { actor: operator, input: { loanNumber, reason } }),
  writeOff: (loanNumber: string) =>
    perform(fixture.context, reverseWriteOff, { actor: operator, input: { loanNumber, reason } }),
  restructuring: (loanNumber: string, agreement?: string) =>
    perform(fixture.context, reverseRestructuring, {
      actor: operator,
      input: { loanNumber, reason, ...(agreement !== undefined && { agreement }) },
    }),
  payment: (reference: string) =>
    perform(fixture.context, reverseRepayment, { actor: operator, input: { reference, reason } }),
}
const writeOff = (loanNumber: string) =>
  perform(fixture.context, writeOffLoan, {
    actor: operator,
    input: { loanNumber, writtenOffOn: '2026-08-01', reason: 'insolvent' },
  })
const restructure = (loanNumber: string, reference = 'ADD-1') =>
  perform(fixture.context, restructureLoan, {
    actor: operator,
    input: {
      ...{ loanNumber, agreedOn: '2026-05-10', interest: '0.06', interestType: 'FLAT', tenor: 6 },
      ...{
        tenorPeriod: 'MONTH',
        keepInterest: true,
        agreement: { reference, sha256: 'ab'.repeat(32) },
      },
    },
  })
const shownPhases = (loanId: number) =>
  many<{ phase: number; oldest: string; principal: number }>(
    fixture.context.db,
    'test.phases',
    `select distinct phase, oldest_due::text as oldest, sum(principal_due) over ()::bigint as principal
       from portfolio_standing s join funding f on f.id = s.funding_id where f.loan_id = $1`,
    [loanId],
  )

describe('FIX-14 reversal of a disbursement', () => {
  test('a reversed disbursement returns the money to escrow, and the loan can be disbursed again with the correct date', async () => {
    const { loanNumber, loanId } = await aLent()
    expect(await takeBack.disbursement(loanNumber)).toMatchObject({
      amount: 1_200_000,
      disbursedOn: '2026-01-31',
    })
    expect(await statusOf(loanId)).toBe('FUNDED')
    expect(await balanceOf('BORROWER_CLEARING', loanId)).toBe(0)
    expect(await shownPhases(loanId)).toEqual([{ phase: 1, oldest: 'infinity', principal: 1_200_000 }])
    await expect(takeBack.disbursement(loanNumber)).rejects.toMatchObject({ code: 'LOAN_NOT_DISBURSED' })
    expect(await fixture.books()).toEqual([])
    expect(await disburse(loanNumber, '2026-02-28')).toMatchObject({ installments: 12 })
    expect(await shownPhases(loanId)).toEqual([{ phase: 2, oldest: '2026-03-28', principal: 1_200_000 }])
    expect(await repay({ loanNumber, amount: 1_344_000, penalty: 0, paidOn: '2026-03-28' })).toMatchObject({
      repaid: true,
    })
  })

  test('a loan whose disbursement was reversed can be cancelled, which returns the money to its lenders', async () => {
    const { loanNumber, fundings } = await aLent()
    await takeBack.disbursement(loanNumber)
    expect(
      await perform(fixture.context, cancelLoan, { actor: operator, input: { loanNumber } }),
    ).toMatchObject({ refunded: 3 })
    expect(await Promise.all(fundings.map(({ lenderId }) => cash(lenderId)))).toEqual(amounts)
  })

  test('the reversal of a disbursement is refused until all its payments are reversed', async () => {
    const { loanNumber } = await aLent()
    await repay({ loanNumber, amount: 112_000, reference: 'DIS-1' })
    await expect(takeBack.disbursement(loanNumber)).rejects.toMatchObject({ code: 'PAYMENT_NOT_LAST' })
    await takeBack.payment('DIS-1')
    await takeBack.disbursement(loanNumber)
    await disburse(loanNumber, '2026-02-28')
    expect(await fixture.books()).toEqual([])
    await takeBack.disbursement(loanNumber)
  })
})

describe('FIX-14 reversal of a write-off', () => {
  test('reversing a write-off restores the outstanding amount and days late and keeps recoveries', async () => {
    const { loanNumber, loanId } = await aLent()
    const before = await shownPhases(loanId)
    await writeOff(loanNumber)
    expect(await shownPhases(loanId)).toMatchObject([{ phase: 5 }])
    await takeBack.writeOff(loanNumber)
    expect(await shownPhases(loanId)).toEqual(before)
    expect(await statusOf(loanId)).toBe('ACTIVE')
    await expect(takeBack.writeOff(loanNumber)).rejects.toMatchObject({ code: 'NOTHING_TO_REVERSE' })
    await writeOff(loanNumber)
    await repay({ loanNumber, amount: 1_344_000, penalty: 0, paidOn: '2026-09-01' })
    expect(await statusOf(loanId)).toBe('WRITTEN_OFF')
    await takeBack.writeOff(loanNumber)
    expect(await statusOf(loanId)).toBe('REPAID')
  })
})

describe('FIX-14 reversal of a restructuring', () => {
  test('reversing a restructuring puts the previous schedule in force again, and then allows reversing an earlier payment', async () => {
    const { loanNumber, loanId } = await aLent()
    const loan = () =>
      one(
        fixture.context.db,
        'test.owed',
        'select principal_due, interest_due, penalty_limit from loan_servicing where loan_id = $1',
        [loanId],
      )
    const before = [await loan(), await shownPhases(loanId)]
    await repay({ loanNumber, amount: 112_000, reference: 'R-1' })
    const paid = [await loan(), await shownPhases(loanId)]
    for (const again of [1, 2]) {
      await restructure(loanNumber)
      expect(await statusOf(loanId), `${again}`).toBe('RESTRUCTURED')
      await expect(takeBack.payment('R-1')).rejects.toMatchObject({ code: 'LOAN_CHANGED_SINCE' })
      await takeBack.restructuring(loanNumber)
      expect([await loan(), await shownPhases(loanId)]).toEqual(paid)
    }
    await takeBack.payment('R-1')
    expect([await loan(), await shownPhases(loanId)]).toEqual(before)
    await expect(takeBack.restructuring(loanNumber)).rejects.toMatchObject({ code: 'NOTHING_TO_REVERSE' })
  })
})

test('FIX-14 the reversal of a restructuring by its agreement, repeated, does not reverse the one before it', async () => {
  const { loanNumber, loanId } = await aLent()
  await restructure(loanNumber)
  await restructure(loanNumber, 'ADD-2')
  const reverse = (agreement: string) => takeBack.restructuring(loanNumber, agreement)
  await expect(reverse('ADD-1')).rejects.toMatchObject({ code: 'NOTHING_TO_REVERSE' })
  expect(await reverse('ADD-2')).toMatchObject({ version: 3 })
  await expect(reverse('ADD-2')).rejects.toMatchObject({ code: 'REVERSED_BEFORE' })
  await expect(reverse('ADD-3')).rejects.toMatchObject({ code: 'NOTHING_TO_REVERSE' })
  expect(await statusOf(loanId)).toBe('RESTRUCTURED')
  // An agreement can be recorded again once its restructuring is reversed.
  expect(await restructure(loanNumber, 'ADD-2')).toMatchObject({ version: 4, repeated: false })
  await expect(reverse('ADD-1')).rejects.toMatchObject({ code: 'NOTHING_TO_REVERSE' })
  await reverse('ADD-2')
  await reverse('ADD-1')
  expect(await statusOf(loanId)).toBe('ACTIVE')
})

test('FIX-14 penalties of installments that were paid late before a restructuring are asked again once it is reversed', async () => {
  const loans = [await aLent(), await aLent()]
  const [untouched, changed] = loans.map(({ loanNumber }) => loanNumber)
  for (const { loanNumber } of loans)
    await repay({ loanNumber, reference: `LATE-${loanNumber}`, amount: 112_000, paidOn: '2026-04-09' })
  await restructure(changed ?? '', 'ADD-LATE')
  await takeBack.restructuring(changed ?? '')
  const last = (loanNumber = '') =>
    repay({ loanNumber, reference: `LAST-${loanNumber}`, amount: 1_500_000, paidOn: '2026-05-12' })
  const { penalty } = await last(untouched)
  expect(await last(changed)).toMatchObject({ penalty, repaid: true })
})

test('FIX-14 the disbursement of a taken-over loan cannot be reversed, because another system disbursed it', async () => {
  const { loanId, loanNumber } = await anOpenedLoan(fixture.context)
  await expect(takeBack.disbursement(loanNumber)).rejects.toMatchObject({ code: 'LOAN_NOT_DISBURSED' })
  await expect(takeBack.disbursement('NO-SUCH')).rejects.toMatchObject({ code: 'LOAN_NOT_FOUND' })
  await repay({ loanNumber, amount: 50_000, reference: 'AFTER-OPENING' })
  await takeBack.payment('AFTER-OPENING')
  await expect(takeBack.disbursement(loanNumber)).rejects.toMatchObject({ code: 'LOAN_NOT_DISBURSED' })
  expect(await statusOf(loanId)).toBe('ACTIVE')
})
