import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { amounts, flat, operator, servicingOf } from '../../../testing/loan-operations.ts'
import { aDisbursedLoan, type LentLoan } from '../../../testing/servicing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many, one, run } from '../../platform/db/database.ts'
import { reverseDisbursement } from '../reversals/index.ts'
import { writeOffLoan } from '../terms/index.ts'
import { raiseLoanNotices } from './raise.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const { repay } = servicingOf(() => fixture)
const aLoan = () => aDisbursedLoan(fixture.context, amounts, { ...flat, disbursedOn: '2026-01-15' })
const installment = 112_000
const raise = () => raiseLoanNotices(fixture.context)
const noticesOf = ({ fundings }: LentLoan) =>
  many<{ lenderId: number; kind: string; count: number; amount: number }>(
    fixture.context.db,
    'test.notices',
    `select lender_id as "lenderId", kind, (data ->> 'count')::int as count, (data ->> 'amount')::bigint as amount
       from notice where lender_id = any($1) and gathering order by lender_id, kind`,
    [fundings.map(({ lenderId }) => lenderId)],
  )
const received = async (lenderId: number) =>
  (
    await one<{ net: number }>(
      fixture.context.db,
      'test.received',
      'select sum(principal + interest + penalty - tax)::bigint as net from lender_repayment where lender_id = $1',
      [lenderId],
    )
  ).net

describe('SCN-12 disbursements and recoveries', () => {
  const writeOff = ({ loanNumber }: LentLoan) =>
    perform(fixture.context, writeOffLoan, {
      actor: operator,
      input: { loanNumber, writtenOffOn: '2026-11-01', reason: 'insolvent' },
    })
  /** Makes the disbursement of a loan news again. */
  const unraise = (loan: LentLoan) =>
    run(fixture.context.db, 'test.unraise', 'update loan_event set raised_at = null where loan_id = $1', [
      loan.loanId,
    ])
  const reverse = ({ loanNumber }: LentLoan) =>
    perform(fixture.context, reverseDisbursement, { actor: operator, input: { loanNumber, reason: 'test' } })

  test('SCN-12 a disbursement notifies each lender once with their funding, and its reversal corrects it', async () => {
    const loan = await aLoan()
    await unraise(loan)
    await raise()
    await raise()
    const notices = await noticesOf(loan)
    expect(notices.map(({ kind, count }) => [kind, count])).toEqual(amounts.map(() => ['LOAN_DISBURSED', 1]))
    expect(new Set(notices.map(({ amount }) => amount))).toEqual(new Set(amounts))
    await reverse(loan)
    await raise()
    const corrected = (await noticesOf(loan)).filter(({ kind }) => kind === 'LOAN_DISBURSEMENT_REVERSED')
    expect(new Set(corrected.map(({ amount }) => amount))).toEqual(new Set(amounts))
  })

  test('SCN-12 a disbursement that is reversed before its notification was made notifies nobody of either', async () => {
    const loan = await aLoan()
    await unraise(loan)
    await reverse(loan)
    await raise()
    expect(await noticesOf(loan)).toEqual([])
  })

  test('SCN-12 a payment after a write-off is notified as a recovery, one before it as an installment', async () => {
    const loan = await aLoan()
    await repay({ loanNumber: loan.loanNumber, amount: installment, paidOn: '2026-10-30' })
    await writeOff(loan)
    await repay({ loanNumber: loan.loanNumber, amount: 300_000, penalty: 0, paidOn: '2026-11-02' })
    await raise()
    const told = await noticesOf(loan)
    expect(new Set(told.map(({ kind, count }) => `${kind} ${count}`))).toEqual(
      new Set(['INSTALLMENT_RECEIVED 1', 'LOAN_WRITTEN_OFF 1', 'RECOVERY_RECEIVED 1']),
    )
    for (const { lenderId } of loan.fundings) {
      const sums = told.filter((one) => one.lenderId === lenderId && one.kind.endsWith('_RECEIVED'))
      expect(sums.reduce((sum, { amount }) => sum + amount, 0)).toBe(await received(lenderId))
    }
  })
})
