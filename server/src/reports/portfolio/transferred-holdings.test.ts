import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, startOfDay } from '@pematang/contract/format/business-date'
import { takeBackTransfer, transferHoldings } from '../../funding/testing.ts'
import { listInstallments } from '../../loans/index.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { operator as actor, servicingOf } from '../../../testing/loan-operations.ts'
import { logIn, startApp } from '../../../testing/http.ts'
import { aLender } from '../../../testing/people.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { getOverview } from '../insight/overview.ts'
import { getReturn } from '../insight/own-return.ts'
import { listBorrowers } from './list-borrowers.ts'
import { positionsOn } from '../portfolio-report/positions.ts'
import { contentOf } from '../archive/entries.ts'
import { issueConfirmation } from '../balance-confirmation/issue.ts'
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
async function transferred(given?: number) {
  const { context } = fixture
  const terms = { interestType: 'FLAT', interest: '0.12', tenor: 3, tenorPeriod: 'MONTH' } as const
  const loan = await aDisbursedLoan(context, [600_000, 300_000], {
    ...{ ...terms, disbursedOn: '2026-01-31', taxRates: [150_000, 150_000] },
  })
  const [own] = loan.fundings
  const [from, fundingId] = [own?.lenderId ?? 0, own?.fundingId ?? '']
  const to = given ?? (await aLender(context)).lenderId
  await repay({ loanNumber: loan.loanNumber, paidOn: '2026-02-28', amount: 309_000 })
  const { today } = await one<{ today: string }>(
    context.db,
    'test.today',
    'select business_day(app_now()) as today',
  )
  const { orderId } = await perform(context, transferHoldings, {
    actor,
    input: {
      ...{ fromLender: from, toLender: to, valueDate: '2026-03-01', kind: 'MERGER', reason: 'x' },
      ...{
        document: { name: `Akta ${loan.loanId}`, sha256: 'ab'.repeat(32) },
        loanNumbers: null,
        price: null,
      },
    },
  })
  return { from, to, fundingId, today, orderId: orderId ?? '', ...loan }
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

  test('OPS-04 the confirmation of a day says who held it then, for both sides, whatever is transferred or taken back later', async () => {
    const { from, to, today, orderId } = await transferred()
    const { context } = fixture
    const sumsOn = async (day: string) => {
      const sums = []
      for (const lenderId of [from, to]) sums.push((await issueConfirmation(context, lenderId, day, {})).sum)
      return sums
    }
    // The former holder's cash is 200,000 and 6,000 of interest less 15% of tax.
    fixture.travel('1 day')
    expect(await sumsOn(today)).toEqual([205_100, 400_000])
    await perform(context, takeBackTransfer, { actor, input: { orderId, reason: 'x' } })
    fixture.travel('2 days')
    expect(await sumsOn(addDays(today, 1))).toEqual([605_100, 0])
    expect(await sumsOn(today)).toEqual([205_100, 400_000])
    fixture.travel(undefined)
  })

  test('OPS-04 both sides find the addendum at the loan, under Dokumen and in the ZIP of the year, and open it; nobody else does', async () => {
    const app = await startApp(fixture)
    const [holder, other] = [await logIn(fixture, app), await logIn(fixture, app)]
    const { from, to, fundingId, today, orderId } = await transferred(holder.lenderId)
    const { context } = fixture
    const urlFor = async (lenderId: number) =>
      (await findItems(context.db, lenderId, [fundingId]))[0]?.transferAddendum
    const id = await urlFor(to)
    expect(id).toMatch(/^[\w-]{22}$/)
    expect(await urlFor(from)).toBe(id)
    const url = `/documents/${id}.pdf`
    const listed = async () => (await holder.get('/documents/fundings')).json.list[0].transfers
    expect(await listed()).toEqual([{ url, valueDate: '2026-03-01', isTakenBack: false }])
    const download = (who: typeof holder) => who.post('/documents/download', { document_url: url })
    const own = await download(holder)
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await download(other)).json.code).toBe('NOT_FOUND')
    const zipped = async (lenderId: number) => {
      const names = []
      const content = await contentOf(context, lenderId, Number(today.slice(0, 4)))
      for await (const unit of content.units())
        for (const { name, input } of unit) if (input.equals(own.bytes)) names.push(name)
      return names
    }
    expect(await zipped(to)).toEqual([`Pengalihan/${orderId}.pdf`])
    expect(await zipped(from)).toEqual([`Pengalihan/${orderId}.pdf`])
    expect(await zipped(other.lenderId)).toEqual([])
    await perform(context, takeBackTransfer, { actor, input: { orderId, reason: 'x' } })
    expect(await urlFor(from)).toBe(null)
    expect(await listed()).toEqual([{ url, valueDate: '2026-03-01', isTakenBack: true }])
    await app.close()
  })
})
