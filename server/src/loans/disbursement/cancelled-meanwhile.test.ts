import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aFundedLoan } from '../../../testing/servicing.ts'
import { flat } from '../../../testing/loan-operations.ts'
import { applicationRole } from '../../platform/db/application-role.ts'
import { Database, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { cancelLoan } from '../offers/cancel-loan.ts'
import { disburseLoan } from './disburse.ts'

let fixture: Fixture
/** Connections on which `meanwhile` runs once, before the statement after `left` others. */
let watched: Database
let left = Number.POSITIVE_INFINITY
let meanwhile: () => Promise<void> = async () => {}

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'it counts statements and who waits for a lock' })
  watched = new Database({
    ...{ url: fixture.databaseUrl, role: applicationRole, size: 4 },
    async beforeStatement() {
      left -= 1
      if (left === -1) await meanwhile()
    },
  })
})
afterAll(async () => {
  await watched.close()
  await fixture.close()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))

const operator = { kind: 'operator', name: 'test' } as const

/** Ends when a session of this database waits for a lock. */
async function whenWaiting(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { waiting } = await one<{ waiting: boolean }>(
      fixture.context.db,
      'test.waiting',
      `select exists (select from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()) as waiting`,
    )
    if (waiting) return
  }
}

test.each(['cancelled', 'paid out'] as const)(
  'VAL-11 a loan is either cancelled or paid out, and the other refused, at whichever statement of the one it is %s by the other',
  async (what) => {
    const { context } = fixture
    for (let statement = 0, isOver = false; !isOver; statement += 1) {
      const { loanNumber } = await aFundedLoan(context, [300_000, 200_000], flat)
      const cancel = (on = context) => perform(on, cancelLoan, { actor: operator, input: { loanNumber } })
      const payOut = (on = context) => perform(on, disburseLoan, { actor: operator, input: { loanNumber } })
      const [first, second] = what === 'cancelled' ? [payOut, cancel] : [cancel, payOut]
      let other: Promise<unknown> | undefined
      meanwhile = async () => {
        let isDone = false
        other = second()
          .catch((error: unknown) => error)
          .finally(() => {
            isDone = true
          })
        await whenWaiting(() => isDone)
      }
      left = statement
      const answer = await first({ ...context, db: watched }).catch((error: unknown) => error)
      left = Number.POSITIVE_INFINITY
      isOver = other === undefined
      const [cancelled, paidOut] = (what === 'cancelled' ? [await other, answer] : [answer, await other]) as [
        { cancelled: boolean } | undefined,
        { amount?: number; code?: string } | undefined,
      ]
      if (isOver)
        expect(answer).toMatchObject(what === 'cancelled' ? { amount: 500_000 } : { cancelled: true })
      else
        expect([
          [true, 'LOAN_NOT_FUNDED'],
          [false, 500_000],
        ]).toContainEqual([cancelled?.cancelled, paidOut?.code ?? paidOut?.amount])
    }
  },
)
