import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, startOfDay } from '@pematang/contract/format/business-date'
import { transferHoldings } from '../../funding/testing.ts'
import { listInstallments } from '../../loans/index.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { operator as actor, servicingOf } from '../../../testing/loan-operations.ts'
import { aLender } from '../../../testing/people.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { getOverview } from '../insight/overview.ts'
import { getReturn } from '../insight/own-return.ts'
import { listBorrowers } from './list-borrowers.ts'
import { positionsOn } from '../portfolio-report/positions.ts'
import { lentOf, portfolioAt } from '../statements/portfolio.ts'
import { findItems, nextDueAmount } from './items.ts'

let fixture: Fixture
const { repay } = servicingOf(() => fixture)
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

/** A holding of 600,000 of which a third was repaid before it went to another lender. */
async function transferred() {
  const { context } = fixture
  const terms = { interestType: 'FLAT', interest: '0.12', tenor: 3, tenorPeriod: 'MONTH' } as const
  const loan = await aDisbursedLoan(context, [600_000, 300_000], {
    ...{ ...terms, disbursedOn: '2026-01-31', taxRates: [150_000, 150_000] },
  })
  const [own] = loan.fundings
  const [from, fundingId] = [own?.lenderId ?? 0, own?.fundingId ?? '']
  const { lenderId: to } = await aLender(context)
  await repay({ loanNumber: loan.loanNumber, paidOn: '2026-02-28', amount: 309_000 })
  const { today } = await one<{ today: string }>(
    context.db,
    'test.today',
    'select business_day(app_now()) as today',
  )
  await perform(context, transferHoldings, {
    actor,
    input: {
      ...{ fromLender: from, toLender: to, valueDate: '2026-03-01', kind: 'MERGER', reason: 'x' },
      ...{ document: { name: `Akta ${loan.loanId}`, sha256: 'ab'.repeat(32) }, loanNumbers: null },
    },
  })
  return { from, to, fundingId, today, ...loan }
}

describe('OPS-04 a transferred holding on the screens', () => {
  test('OPS-04 the portfolio of the new holder has what is still to come, that of the former nothing, and neither shows what the other got', async () => {
    const { from, to, fundingId } = await transferred()
    const { db } = fixture.context
    const [mine] = await findItems(db, to, [fundingId])
    expect(mine).toMatchObject({ principalLeft: 400_000, takenOver: true, pp: null, amount: 400_000 })
    expect(mine && nextDueAmount(mine)).toBe(205_100)
    const [theirs] = await findItems(db, from, [fundingId])
    expect(theirs).toMatchObject({ principalLeft: 0, nextDueDate: null, amount: 600_000, takenOver: false })
    const shown = async (lenderId: number) =>
      (await listInstallments(db, lenderId, fundingId, { page: 1, limit: 9 })).detailList.map(
        ({ principalPayment, statusName }) => [principalPayment, statusName],
      )
    expect(await shown(to)).toEqual([
      [200_000, 'LATE'],
      [200_000, 'LATE'],
    ])
    expect(await shown(from)).toEqual([[200_000, 'PAID']])
    const { list } = await listBorrowers(db, to, { page: 1, limit: 9 })
    expect(list).toMatchObject([{ activeLoanAmount: 400_000, totalLoanAmount: 400_000, paidAmount: 0 }])
    expect((await getOverview(db, to)).late).toMatchObject({ amount: 412_000, loans: 1 })
    expect((await getOverview(db, from)).late).toMatchObject({ amount: 0 })
  })

  test('OPS-04 statement and position of a day are those of who held then by what was recorded by then, also after later payments', async () => {
    const { from, to, today, loanNumber } = await transferred()
    const { db } = fixture.context
    await repay({ loanNumber, paidOn: '2026-03-31', amount: 309_000 })
    const at = async (lenderId: number, day: string) =>
      lentOf(await portfolioAt(db, { lenderId, to: day, until: startOfDay(addDays(day, 1)) }))
    const yesterday = addDays(today, -1)
    expect([await at(from, yesterday), await at(to, yesterday)]).toEqual([600_000, 0])
    expect([await at(from, today), await at(to, today)]).toEqual([0, 200_000])
    const positions = async (lenderId: number) => {
      const rows = []
      for await (const { principalLeft, interestReceived } of positionsOn(db, lenderId, today))
        rows.push({ principalLeft, interestReceived })
      return rows
    }
    expect(await positions(from)).toEqual([])
    expect(await positions(to)).toEqual([{ principalLeft: 200_000, interestReceived: 6_000 }])
    const [left, got] = [await getReturn(db, from), await getReturn(db, to)]
    expect([left.remaining + left.doubtful, got.remaining + got.doubtful]).toEqual([0, 200_000])
    expect(got.flows[0]).toEqual({ on: '2026-03-01', paidOut: 400_000, received: 0 })
  })
})
