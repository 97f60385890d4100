import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays } from '@pematang/contract/format/business-date'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { amounts, flat, operator, servicingOf } from '../../../testing/loan-operations.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { showLoan } from '../overview/index.ts'
import { reverseRepayment } from '../reversals/reverse-repayment.ts'
import { restructureLoan } from '../terms/index.ts'
import { reverseRestructuring } from '../reversals/reverse-restructuring.ts'
import { measureOn } from './measure.ts'

let fixture: Fixture
const { repay, settle } = servicingOf(() => fixture)
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

test('VAL-03 a past day is measured as if an early settlement or new terms that were taken back had never been', async () => {
  const { today } = await one<{ today: string }>(
    fixture.context.db,
    'test.today',
    'select business_day(app_now()) as today',
  )
  // Two months in, with both installments paid on time; nothing is late on any day.
  const disbursedOn = addDays(today, -70)
  const { loanNumber } = await aDisbursedLoan(fixture.context, amounts, { ...flat, disbursedOn })
  await repay({ loanNumber, amount: 224_000, paidOn: addDays(today, -45), reference: 'ON-TIME' })
  const yesterday = addDays(today, -1)
  const good = await measureOn(fixture.context.db, yesterday)
  expect(good).toMatchObject({ loans: 1, total: 1_000_000, LANCAR: 1_000_000 })

  await settle({ loanNumber, amount: 1_400_000, paidOn: addDays(today, -20), reference: 'SETTLED' })
  const reason = 'of another loan'
  await perform(fixture.context, reverseRepayment, {
    actor: operator,
    input: { reference: 'SETTLED', reason },
  })
  await perform(fixture.context, restructureLoan, {
    actor: operator,
    input: {
      ...{ loanNumber, agreedOn: addDays(today, -30), interest: '0.06', interestType: 'FLAT', tenor: 24 },
      ...{ tenorPeriod: 'WEEK', keepInterest: true },
      agreement: { reference: 'ADD-1', sha256: 'ab'.repeat(32) },
    },
  })
  await perform(fixture.context, reverseRestructuring, { actor: operator, input: { loanNumber, reason } })
  // A payment of today makes the past days of the loan measured from its payments.
  await repay({ loanNumber, amount: 10_000, paidOn: today, reference: 'TODAY' })
  expect(await measureOn(fixture.context.db, yesterday)).toEqual(good)
  const sheet = await showLoan(fixture.context.db, loanNumber)
  expect(sheet?.schedule).toHaveLength(12)
  expect(sheet?.schedule.every(({ supersededOn }) => supersededOn === null)).toBe(true)
})
