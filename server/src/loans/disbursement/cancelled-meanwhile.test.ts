import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aFundedLoan } from '../../../testing/servicing.ts'
import { flat } from '../../../testing/loan-operations.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { cancelLoan } from '../offers/cancel-loan.ts'
import { disburseLoan } from './disburse.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'it counts who waits for a lock' })
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

const operator = { kind: 'operator', name: 'test' } as const

/** Waits until so many sessions of this database wait for a lock. */
async function whenWaiting(count: number): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await one<{ waiting: number }>(
            fixture.context.db,
            'test.waiting',
            `select count(distinct pid)::int as waiting from pg_locks join pg_stat_activity using (pid)
              where not granted and datname = current_database()`,
          )
        ).waiting,
      { timeout: 60_000, interval: 20 },
    )
    .toBe(count)
}

test.each(['cancelled', 'paid out'] as const)(
  'VAL-11 a loan that is %s while the other is under way ends in that way, and the other is refused clearly',
  async (first) => {
    const { context } = fixture
    const { loanId, loanNumber } = await aFundedLoan(context, [300_000, 200_000], flat)
    const blocker = await context.db.pool.connect()
    await blocker.query('begin')
    await blocker.query(
      'select from account where id = (select escrow_account from loan_position where loan_id = $1) for update',
      [loanId],
    )
    const cancel = () => perform(context, cancelLoan, { actor: operator, input: { loanNumber } })
    const payOut = () => perform(context, disburseLoan, { actor: operator, input: { loanNumber } })
    const [begin, other] = first === 'cancelled' ? [cancel, payOut] : [payOut, cancel]
    const winner = begin().catch((error: unknown) => error)
    await whenWaiting(1)
    const loser = other().catch((error: unknown) => error)
    await whenWaiting(2)
    await blocker.query('commit')
    blocker.release()
    expect(await winner).toMatchObject(first === 'cancelled' ? { cancelled: true } : { amount: 500_000 })
    expect(await loser).toMatchObject(
      first === 'cancelled' ? { code: 'LOAN_NOT_FUNDED' } : { cancelled: false },
    )
  },
)
