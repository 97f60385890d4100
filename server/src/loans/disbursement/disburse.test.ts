import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { many, one } from '../../platform/db/database.ts'
import { aLoan } from '../../../testing/people.ts'
import { aFundedLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { disburseMany } from './disburse.ts'
import { amounts, flat, operator, servicingOf } from '../../../testing/loan-operations.ts'

let fixture: Fixture
const { balanceOf, disburse, statusOf } = servicingOf(() => fixture)

beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

describe('SRV-01 disbursement', () => {
  test('a funded loan is disbursed once, which empties its escrow and starts the schedule on that day', async () => {
    const { loanNumber, loanId } = await aFundedLoan(fixture.context, amounts, flat)
    expect(await disburse(loanNumber, '2026-01-31')).toMatchObject({
      amount: 1_200_000,
      installments: 12,
      fundings: 3,
    })
    expect(await statusOf(loanId)).toBe('ACTIVE')
    expect(await balanceOf('BORROWER_CLEARING', loanId)).toBe(1_200_000)
    const installments = await many(
      fixture.context.db,
      'test.installments',
      'select no, due_date as due, principal, interest from installment where loan_id = $1 order by no limit 2',
      [loanId],
    )
    expect(installments).toEqual([
      { no: 1, due: '2026-02-28', principal: 100_000, interest: 12_000 },
      { no: 2, due: '2026-03-31', principal: 100_000, interest: 12_000 },
    ])
    await expect(disburse(loanNumber, '2026-01-31')).rejects.toMatchObject({ code: 'LOAN_DISBURSED' })
  })

  test('disbursing an unknown loan, one not fully funded or on a future date is refused, and today is the default date', async () => {
    const open = await aLoan(fixture.context)
    const ready = await aFundedLoan(fixture.context, [500_000], flat)
    await expect(disburse('T-NONE')).rejects.toMatchObject({ code: 'LOAN_NOT_FOUND' })
    await expect(disburse(open.loanNumber)).rejects.toMatchObject({ code: 'LOAN_NOT_FUNDED' })
    const { today, tomorrow } = await one<{ today: string; tomorrow: string }>(
      fixture.context.db,
      'test.days',
      'select business_day(app_now()) as today, business_day(app_now()) + 1 as tomorrow',
    )
    await expect(disburse(ready.loanNumber, tomorrow)).rejects.toMatchObject({ code: 'DATE_IN_FUTURE' })
    expect((await disburse(ready.loanNumber)).disbursedOn).toBe(today)
  })

  test('two concurrent disbursements of one loan disburse it once', async () => {
    const { loanNumber } = await aFundedLoan(fixture.context, [500_000], flat)
    const ends = await Promise.allSettled([1, 2, 3].map(() => disburse(loanNumber, '2026-01-31')))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const end of ends) {
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'LOAN_DISBURSED' })
    }
  })

  test('a disbursement batch disburses the other loans when one is refused', async () => {
    const first = await aFundedLoan(fixture.context, [500_000], flat)
    const second = await aFundedLoan(fixture.context, [500_000], flat)
    const outcomes = await disburseMany(
      fixture.context,
      operator,
      [first.loanNumber, 'T-NONE', second.loanNumber, first.loanNumber].map((loanNumber) => ({
        loanNumber,
        disbursedOn: '2026-01-31',
      })),
    )
    expect(outcomes).toMatchObject([
      { answer: { loanId: first.loanId } },
      { error: { code: 'LOAN_NOT_FOUND' } },
      { answer: { loanId: second.loanId } },
      { error: { code: 'LOAN_DISBURSED' } },
    ])
  })
})
