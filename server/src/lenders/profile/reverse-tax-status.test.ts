import { afterAll, beforeAll, expect, test } from 'vitest'
import { perform } from '../../platform/commands/perform.ts'
import { reverseRepayment } from '../../loans/testing.ts'
import { flat, operator, servicingOf } from '../../../testing/loan-operations.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { storeTaxStatus, reverseTaxStatus } from './index.ts'

let fixture: Fixture
const { repay } = servicingOf(() => fixture)
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

test('FIX-14 reversing a wrong tax status succeeds once and lists the payments taxed by it', async () => {
  const { loanNumber, fundings } = await aDisbursedLoan(fixture.context, [1_200_000], {
    ...{ ...flat, disbursedOn: '2026-01-31' },
  })
  const lenderId = fundings[0]?.lenderId ?? 0
  const takeBack = () =>
    perform(fixture.context, reverseTaxStatus, {
      actor: operator,
      input: { lenderId, reason: 'another lender' },
    })
  await expect(takeBack()).rejects.toMatchObject({ code: 'NOTHING_TO_REVERSE' })
  expect(await repay({ loanNumber, amount: 112_000, reference: 'TAX-1' })).toMatchObject({ tax: 1_800 })
  const wrong = { lenderId, status: 'NO_TAX_NUMBER' } as const
  await perform(fixture.context, storeTaxStatus, { actor: operator, input: wrong })
  const march = { loanNumber, amount: 112_000, paidOn: '2026-03-31' }
  expect(await repay({ ...march, reference: 'TAX-2' })).toMatchObject({ tax: 3_600 })
  expect(await takeBack()).toMatchObject({
    status: 'DOMESTIC',
    ratePpm: 150_000,
    payments: [{ reference: 'TAX-2', loanNumber, interest: 12_000, tax: 3_600 }],
  })
  await expect(takeBack()).rejects.toMatchObject({ code: 'REVERSED_BEFORE' })
  const input = { reference: 'TAX-2', reason: 'taxed by a wrong status' }
  await perform(fixture.context, reverseRepayment, { actor: operator, input })
  expect(await repay({ ...march, reference: 'TAX-2', again: true })).toMatchObject({ tax: 1_800 })
  await perform(fixture.context, storeTaxStatus, { actor: operator, input: wrong })
  expect(await takeBack()).toMatchObject({ status: 'DOMESTIC', payments: [] })
})
