import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { type Meanwhile, meanwhileOn } from '../../../testing/meanwhile.ts'
import { aFundedLoan } from '../../../testing/servicing.ts'
import { flat, operator } from '../../../testing/loan-operations.ts'
import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { cancelLoan } from '../offers/cancel-loan.ts'
import { disburseLoan } from './disburse.ts'

let fixture: Fixture
let meanwhile: Meanwhile
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'it counts statements and who waits for a lock' })
  meanwhile = meanwhileOn(fixture)
})
afterAll(async () => {
  await meanwhile.close()
  await fixture.close()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))

test.each(['cancelled', 'paid out'] as const)(
  'VAL-11 a loan is either cancelled or paid out, and the other refused, at whichever statement of the one it is %s by the other',
  async (what) => {
    for (let statement = 0, isLast = false; !isLast; statement += 1) {
      const { loanNumber } = await aFundedLoan(fixture.context, [300_000, 200_000], flat)
      const cancel = (on: Context) => perform(on, cancelLoan, { actor: operator, input: { loanNumber } })
      const payOut = (on: Context) => perform(on, disburseLoan, { actor: operator, input: { loanNumber } })
      const [first, second] = what === 'cancelled' ? [payOut, cancel] : [cancel, payOut]
      const ended = await meanwhile.at(statement, first, second)
      isLast = ended.second === undefined
      const [cancelled, paidOut] =
        what === 'cancelled' ? [ended.second, ended.first] : [ended.first, ended.second]
      const both = [
        [{ answer: { cancelled: true } }, { error: { code: 'LOAN_NOT_FUNDED' } }],
        [{ answer: { cancelled: false } }, { answer: { amount: 500_000 } }],
      ]
      // The last time there was no such statement, and the first ran alone.
      const alone = what === 'cancelled' ? { amount: 500_000 } : { cancelled: true }
      if (isLast) expect(ended.first).toMatchObject({ answer: alone })
      else expect([cancelled, paidOut]).toMatchObject(both['error' in (paidOut ?? {}) ? 0 : 1] ?? [])
    }
  },
)
