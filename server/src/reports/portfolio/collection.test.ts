import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { perform } from '../../platform/commands/perform.ts'
import { recordRepayment } from '../../loans/testing.ts'
import { restructureLoan, writeOffLoan } from '../../loans/index.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { showCollection } from './collection.ts'

const operator = { kind: 'operator', name: 'test' } as const
let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

/**
 * A loan of 1,200,000 over 12 months at 12% flat: 100,000 and 12,000 each month from 2026-02-28 on; the first lender
 * has 60%.
 */
async function aLate() {
  const loan = await aDisbursedLoan(fixture.context, [720_000, 300_000, 180_000], {
    interestType: 'FLAT',
    interest: '0.12',
    tenor: 12,
    tenorPeriod: 'MONTH',
    disbursedOn: '2026-01-31',
  })
  const { loanNumber } = loan
  const [first] = loan.fundings
  if (!first) throw new Error('no funding')
  const repay = (amount: number, paidOn: string) =>
    perform(fixture.context, recordRepayment, {
      actor: operator,
      input: { loanNumber, reference: fixture.context.random.uuid(), paidOn, amount, penalty: 0 },
    })
  await repay(112_000, '2026-02-28')
  return {
    loanNumber,
    repay,
    show: () => showCollection(fixture.context.db, first.lenderId, first.fundingId),
  }
}

test('the lender sees the missed, late, written-off and recovered amounts of a written-off loan', async () => {
  const loan = await aLate()
  await loan.repay(62_000, '2026-04-10')
  await perform(fixture.context, writeOffLoan, {
    actor: operator,
    input: { loanNumber: loan.loanNumber, writtenOffOn: '2026-06-30', reason: 'tidak tertagih' },
  })
  await loan.repay(112_000, '2026-08-31')
  const month = Math.floor(112_000 * 0.6)
  expect(await loan.show()).toEqual({
    propertyLenderId: expect.any(String),
    events: [
      // 60% of 100,000 and of 12,000, less 15% tax on the interest.
      { on: '2026-08-31', kind: 'RECOVERED', amount: 60_000 + 7_200 - 1_080, no: null },
      { on: '2026-06-30', kind: 'WRITTEN_OFF', amount: 630_000, no: null },
      { on: '2026-06-30', kind: 'MISSED', amount: month, no: 5 },
      { on: '2026-05-31', kind: 'MISSED', amount: month, no: 4 },
      { on: '2026-04-30', kind: 'MISSED', amount: month, no: 3 },
      { on: '2026-04-10', kind: 'RECEIVED', amount: 30_000 + 7_200 - 1_080, no: null },
      { on: '2026-03-31', kind: 'MISSED', amount: month, no: 2 },
    ],
    receivedLate: 36_120,
    writtenOff: 630_000,
    recovered: 66_120,
    waived: 0,
  })
})

test('the lender sees their share of the overdue interest and penalty that a restructuring waived', async () => {
  const loan = await aLate()
  await loan.repay(62_000, '2026-03-31')
  await perform(fixture.context, restructureLoan, {
    actor: operator,
    input: {
      loanNumber: loan.loanNumber,
      agreedOn: '2026-05-15',
      interest: '0.06',
      interestType: 'FLAT',
      tenor: 24,
      tenorPeriod: 'MONTH',
      keepInterest: false,
      agreement: { reference: 'ADD-2026-001', sha256: 'ab'.repeat(32) },
    },
  })
  const { events, waived } = await loan.show()
  // 60% of 12,000 of interest, and of 2,250 + 1,680 of penalty, were waived.
  expect(waived).toBe(7_200 + 2_358)
  expect(events.filter(({ on }) => on <= '2026-05-15')).toEqual([
    { on: '2026-05-15', kind: 'RESTRUCTURED', amount: 9_558, no: null },
    { on: '2026-04-30', kind: 'MISSED', amount: 67_200, no: 3 },
    { on: '2026-03-31', kind: 'MISSED', amount: 30_000, no: 2 },
  ])
})
