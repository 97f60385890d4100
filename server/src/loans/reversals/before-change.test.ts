import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { perform } from '../../platform/commands/perform.ts'
import { amounts, flat, operator, servicingOf } from '../../../testing/loan-operations.ts'
import { aDisbursedLoan, type LentLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { restructureLoan, writeOffLoan } from '../terms/index.ts'
import { reverseRepayment } from './reverse-repayment.ts'
import { reverseRestructuring } from './reverse-restructuring.ts'
import { reverseWriteOff } from './reverse-write-off.ts'

let fixture: Fixture
const { repay, settle } = servicingOf(() => fixture)
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const aLent = () => aDisbursedLoan(fixture.context, amounts, { ...flat, disbursedOn: '2026-01-31' })
const reason = 'recorded wrongly'
const on = '2026-05-20'

/** What changes a loan on that day, and what takes the change back. */
const changes: Record<
  string,
  { make: (loan: LentLoan) => Promise<unknown>; undo: (loan: LentLoan) => Promise<unknown> }
> = {
  'new terms': {
    make: ({ loanNumber }) =>
      perform(fixture.context, restructureLoan, {
        actor: operator,
        input: {
          ...{ loanNumber, agreedOn: on, interest: '0.06', interestType: 'FLAT', tenor: 24 },
          ...{ tenorPeriod: 'MONTH', keepInterest: true },
          agreement: { reference: `ADD-${loanNumber}`, sha256: 'ab'.repeat(32) },
        },
      }),
    undo: ({ loanNumber }) =>
      perform(fixture.context, reverseRestructuring, { actor: operator, input: { loanNumber, reason } }),
  },
  'an early settlement': {
    make: ({ loanNumber }) =>
      settle({ loanNumber, paidOn: on, amount: 1_400_000, reference: `SETTLED-${loanNumber}` }),
    undo: ({ loanNumber }) =>
      perform(fixture.context, reverseRepayment, {
        actor: operator,
        input: { reference: `SETTLED-${loanNumber}`, reason },
      }),
  },
  'a write-off': {
    make: ({ loanNumber }) =>
      perform(fixture.context, writeOffLoan, {
        actor: operator,
        input: { loanNumber, writtenOffOn: on, reason },
      }),
    undo: ({ loanNumber }) =>
      perform(fixture.context, reverseWriteOff, { actor: operator, input: { loanNumber, reason } }),
  },
}

describe('VAL-02 a payment dated before a change of its loan', () => {
  for (const [name, { make, undo }] of Object.entries(changes)) {
    test(`VAL-02 a payment dated before ${name} is refused until that is taken back`, async () => {
      const loan = await aLent()
      const { loanNumber } = loan
      await repay({ loanNumber, amount: 112_000, reference: `FIRST-${loanNumber}` })
      await make(loan)
      const payment = { loanNumber, amount: 50_000, paidOn: '2026-05-10', reference: `OLD-${loanNumber}` }
      const refused = { code: 'DATE_BEFORE_CHANGE' }
      await expect(repay(payment)).rejects.toMatchObject(refused)
      await repay({ loanNumber, amount: 1_000, paidOn: on, reference: `ON-${loanNumber}` })
      await expect(
        perform(fixture.context, reverseRepayment, {
          actor: operator,
          input: { reference: `ON-${loanNumber}`, reason, paidOn: '2026-05-10' },
        }),
      ).rejects.toMatchObject(refused)
      await expect(
        perform(fixture.context, reverseRepayment, {
          actor: operator,
          input: { reference: `FIRST-${loanNumber}`, reason },
        }),
      ).rejects.toMatchObject({ code: 'LOAN_CHANGED_SINCE' })
      await perform(fixture.context, reverseRepayment, {
        actor: operator,
        input: { reference: `ON-${loanNumber}`, reason },
      })
      await undo(loan)
      expect(await repay(payment)).toMatchObject({ principal: 38_000, interest: 12_000 })
    })
  }
})
