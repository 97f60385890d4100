import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { perform } from '../../platform/commands/perform.ts'
import { recordRepayment } from '../../loans/testing.ts'
import { writeOffLoan } from '../../loans/index.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { getReturn } from './own-return.ts'

const actor = { kind: 'operator', name: 'test' } as const
let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const lent = async () => {
  const { loanNumber, fundings } = await aDisbursedLoan(fixture.context, [600_000], {
    interestType: 'FLAT',
    tenor: 3,
    disbursedOn: '2026-01-31',
  })
  return { loanNumber, lenderId: fundings[0]?.lenderId ?? 0 }
}

test('FIX-16 the return of a lender after a total loss is -100%, whether the loan is written off or only doubtful', async () => {
  const { loanNumber, lenderId } = await lent()
  expect(await getReturn(fixture.context.db, lenderId)).toMatchObject({
    rate: -1,
    remaining: 0,
    doubtful: 600_000,
  })
  const input = { loanNumber, writtenOffOn: '2026-08-01', reason: 'insolvent' }
  await perform(fixture.context, writeOffLoan, { actor, input })
  expect(await getReturn(fixture.context.db, lenderId)).toMatchObject({ rate: -1, writtenOff: 600_000 })
})

test('FIX-16 the return of a lender is above -100% as soon as any money was repaid', async () => {
  const { loanNumber, lenderId } = await lent()
  await perform(fixture.context, recordRepayment, {
    actor,
    input: { loanNumber, reference: 'A', paidOn: '2026-07-01', amount: 60_000 },
  })
  const { rate } = await getReturn(fixture.context.db, lenderId)
  // A tenth of the amount came back some 600 days after it was lent, and nothing later: 0.1 ^ (365 / 600) - 1 is about
  // -0.75.
  expect(rate).toBeGreaterThan(-0.85)
  expect(rate).toBeLessThan(-0.6)
})
