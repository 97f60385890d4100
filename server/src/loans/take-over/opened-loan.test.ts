import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getReturn } from '../../reports/testing.ts'
import { logIn, startApp } from '../../../testing/http.ts'
import { anOpenedLoan } from '../../../testing/opening.ts'
import { operator, servicingOf } from '../../../testing/loan-operations.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { findLoans } from '../overview/index.ts'
import { reverseRepayment, reverseRestructuring } from '../reversals/index.ts'
import { restructureLoan } from '../terms/index.ts'

let fixture: Fixture
const { repay } = servicingOf(() => fixture)
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

test('VAL-05 a taken-over loan shows the day on which it was really paid out, and its return begins with the take-over', async () => {
  const { context } = fixture
  const app = await startApp(fixture)
  const lender = await logIn(fixture, app)
  const { loanNumber } = await anOpenedLoan(context, lender.user.phoneNumber)
  const { list } = (await lender.get('/portfolio')).json
  expect(list[0]).toMatchObject({ loanNumber, disbursementDate: '2025-06-05' })
  const [loan] = (await findLoans(context.db, {}, { limit: 100 })).rows.filter(
    (row) => row.loanNumber === loanNumber,
  )
  expect(loan?.disbursedOn).toBe('2025-06-05')
  expect((await getReturn(context.db, lender.lenderId)).flows).toEqual([
    { on: '2026-01-05', paidOut: 800_000, received: 0 },
  ])
  await app.close()
})

test('VAL-05 the penalty limit of a taken-over loan is that of the loan, also on new terms and after reversals', async () => {
  const { context } = fixture
  const { loanNumber, loanId } = await anOpenedLoan(context)
  const limit = async () => {
    const row = await one<{ limit: number }>(
      context.db,
      'test.limit',
      'select penalty_limit as limit from loan_servicing where loan_id = $1',
      [loanId],
    )
    return row.limit
  }
  const ofLoan = await limit()
  // More than was left could bear: 800,000 less its interest.
  expect(ofLoan).toBe(1_200_000 - 144_000)
  await repay({ loanNumber, amount: 50_000, reference: 'OPENED-1', paidOn: '2026-01-10' })
  await perform(context, restructureLoan, {
    actor: operator,
    input: {
      ...{ loanNumber, agreedOn: '2026-01-20', interest: '0', interestType: 'FLAT', tenor: 6 },
      ...{
        tenorPeriod: 'MONTH',
        keepInterest: false,
        agreement: { reference: 'ADD', sha256: 'ab'.repeat(32) },
      },
    },
  })
  expect(await limit()).toBeGreaterThanOrEqual(ofLoan)
  const reason = 'wrong loan'
  await perform(context, reverseRestructuring, { actor: operator, input: { loanNumber, reason } })
  expect(await limit()).toBe(ofLoan)
  await perform(context, reverseRepayment, { actor: operator, input: { reference: 'OPENED-1', reason } })
  expect(await limit()).toBe(ofLoan)
})

test('VAL-05 the penalty limit of a taken-over loan stays that of the loan where the platform closes a residue of interest', async () => {
  const { context } = fixture
  const { loanNumber, loanId } = await anOpenedLoan(context, undefined, {
    interestType: 'BULLET',
    principalLeft: 1_200_000,
  })
  const limit = () =>
    one<{ limit: number; due: number }>(
      context.db,
      'test.limit_and_due',
      'select penalty_limit as limit, interest_due as due from loan_servicing where loan_id = $1',
      [loanId],
    )
  const before = await limit()
  const payment = { loanNumber, reference: 'OPENED-2', paidOn: '2026-01-05', amount: 11_500 }
  expect(await repay(payment)).toMatchObject({ interest: 12_000, rounding: 500 })
  // All of the interest is paid, the platform's part of it too, so the limit is compared with the same sum.
  expect(await limit()).toEqual({ limit: before.limit, due: before.due - 12_000 })
  expect(await fixture.books()).toEqual([])
  const reason = 'wrong loan'
  await perform(context, reverseRepayment, { actor: operator, input: { reference: 'OPENED-2', reason } })
  expect(await limit()).toEqual(before)
})
