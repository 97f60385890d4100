import { type MarketplaceFilters, marketplaceSorts } from '@pematang/contract/funding/marketplace/choosing'
import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database } from '../../../platform/db/database.ts'
import { aLender } from '../../../../testing/people.ts'
import { insertOpenLoans } from '../../../../testing/open-loans.ts'
import { makeFixture, type Fixture } from '../../../../testing/fixture.ts'
import { foldEntries } from '../fold-entries.ts'
import { listMarketplace } from '../list.ts'
import { readChoice } from './choice.ts'
import { chooseLoans, findBy, startOf } from './choose-loans.ts'
import { countChoices } from './count-choices.ts'
import type { Way } from './page-statements.ts'

let fixture: Fixture
let owner: Database
let lenderId: number

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'it changes many rows at once' })
  owner = new Database({ url: fixture.databaseUrl, size: 4 })
  ;({ lenderId } = await aLender(fixture.context))
  await insertOpenLoans(owner, { loans: 240, days: 5, types: 3, tenors: 5, varied: true })
  await foldEntries(fixture.context)
})
afterAll(async () => {
  fixture.travel(undefined)
  await owner.close()
  await fixture.close()
})

/** Reads all open loans, from the list that is paged by number. */
async function openLoans(): Promise<MarketplaceLoan[]> {
  const loans: MarketplaceLoan[] = []
  for (let page = 1; ; page += 1) {
    const { list } = await listMarketplace(fixture.context, { page, limit: 100 })
    if (list.length === 0) return loans
    loans.push(...list)
  }
}

const days = (loan: MarketplaceLoan) => loan.tenor * ([1, 7, 30][loan.tenorPeriodId - 1] ?? 0)
const funded = (loan: MarketplaceLoan) => (loan.totalLoan - loan.outstandingFunding) / loan.totalLoan
/**
 * The value that each sort order sorts by, which must not decrease along a list. The order by newest is missing,
 * because the card does not show when a loan was offered.
 */
const keyOf: Record<string, (loan: MarketplaceLoan) => number | string> = {
  ending: (loan) => loan.dueDate,
  newest: () => 0,
  interest: (loan) => -loan.interestPercentage,
  tenor: days,
  left: (loan) => loan.outstandingFunding,
  filled: (loan) => -Math.round(funded(loan) * 1e6),
}

const matches = (loan: MarketplaceLoan, filters: MarketplaceFilters): boolean => {
  const { tenor, loanTypeId, interestFrom, interestTo, tenorFrom, tenorTo, tenorPeriodId, grade, leftFrom } =
    filters
  const isOneOf = (list: string | undefined, value: string) => !list || list.split(',').includes(value)
  const isFrom = (from: string | undefined, value: number) => !from || value >= Number(from)
  const isTo = (to: string | undefined, value: number) => !to || value <= Number(to)
  return (
    isOneOf(tenor, String(loan.tenor)) &&
    isOneOf(loanTypeId, String(loan.loanTypeId)) &&
    isOneOf(grade, loan.grade ?? '-') &&
    isOneOf(tenorPeriodId, String(loan.tenorPeriodId)) &&
    isFrom(interestFrom, loan.interestPercentage) &&
    isTo(interestTo, loan.interestPercentage) &&
    isFrom(tenorFrom, loan.tenor) &&
    isTo(tenorTo, loan.tenor) &&
    isFrom(leftFrom, loan.outstandingFunding)
  )
}

const one: MarketplaceFilters[] = [
  { loanTypeId: '1,3' },
  { grade: 'A,-' },
  { tenorFrom: '2', tenorTo: '4' },
  { tenorPeriodId: '3' },
  { interestFrom: '0.12', interestTo: '0.16' },
  { interestFrom: '0.1275' },
  { leftFrom: '50000000' },
  { leftFrom: '61234567' },
]
const pairs = one.flatMap((a, index) => one.slice(index + 1).map((b) => ({ ...a, ...b })))
const none = { interestFrom: '0.9' }

async function readAll(
  filters: MarketplaceFilters,
  { limit = 23, between }: { limit?: number; between?: (page: number) => Promise<unknown> } = {},
): Promise<{ loans: MarketplaceLoan[]; totals: number[] }> {
  const loans: MarketplaceLoan[] = []
  const totals: number[] = []
  let cursor: string | undefined
  for (let page = 1; ; page += 1) {
    const answer = await chooseLoans(fixture.context, lenderId, { ...filters, limit, cursor })
    expect(answer.pagination.page).toBe(page)
    loans.push(...answer.list)
    totals.push(answer.pagination.totalData)
    if (answer.nextCursor === null) return { loans, totals }
    cursor = answer.nextCursor
    await between?.(page)
  }
}

const numbers = (loans: MarketplaceLoan[]) => loans.map(({ loanNumber }) => loanNumber).toSorted()

describe('pages by cursor', () => {
  test.each(marketplaceSorts)(
    'CHO-01 each open loan is on exactly one page, in order, when sorted by %s',
    async (sort) => {
      const { loans, totals } = await readAll({ sort })
      expect(numbers(loans)).toEqual(numbers(await openLoans()))
      expect(new Set(totals)).toEqual(new Set([loans.length]))
      const keys = loans.map((loan) => keyOf[sort]?.(loan) ?? '')
      expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    },
  )

  test('CHO-02 every filter and every pair of filters finds exactly the matching loans', async () => {
    const open = await openLoans()
    for (const [index, filters] of [...one, ...pairs, none].entries()) {
      const sort = marketplaceSorts[index % marketplaceSorts.length] ?? 'ending'
      const wanted = numbers(open.filter((loan) => matches(loan, filters)))
      const { loans, totals } = await readAll({ ...filters, sort })
      expect([filters, numbers(loans)]).toEqual([filters, wanted])
      expect([filters, totals[0]]).toEqual([filters, wanted.length])
    }
  })

  test('CHO-04 every query strategy for a marketplace page finds the same loans in the same order', async () => {
    for (const sort of marketplaceSorts) {
      for (const filters of [...one, ...pairs, none]) {
        const choice = readChoice({ ...filters, sort })
        const places = (way: Way, limit: number, place = startOf(choice)) =>
          findBy(fixture.context.db, way, { choice, lenderId, place, limit }).then((found) => found.places)
        const wanted = await places('order', 1_000)
        const ways: Way[] = ['kinds', 'steps']
        if (choice.leftFrom !== null) ways.push('left')
        if (choice.interestFrom !== null) ways.push('interest')
        for (const way of ways) {
          expect([way, choice, await places(way, 1_000)]).toEqual([way, choice, wanted])
          const middle = wanted[Math.floor(wanted.length / 3)]
          if (middle === undefined || way !== ways[wanted.length % ways.length]) continue
          const after = { ...middle, asOf: 0, page: 2 }
          const next = wanted.slice(wanted.indexOf(middle) + 1).slice(0, 7)
          expect([way, choice, await places(way, 7, after)]).toEqual([way, choice, next])
        }
      }
    }
  })

  test('CHO-01 a loan that moves, appears or disappears between two pages is neither missed nor shown twice', async () => {
    for (const sort of ['left', 'filled', 'ending'] as const) {
      const before = await openLoans()
      const { loans } = await readAll(
        { sort },
        {
          between: async (page) => {
            await owner.query({
              text: `update loan_position set reserved = case when loan_id % 2 = 0 then total / 50 else total - total / 50 end,
                            offer_until = offer_until + 1 where loan_id % 7 = $1 and listed`,
              values: [page % 7],
            })
            if (page % 2 === 0) await foldEntries(fixture.context)
          },
        },
      )
      expect(new Set(loans.map(({ loanId }) => loanId)).size).toBe(loans.length)
      expect(numbers(loans)).toEqual(numbers(before))
    }
  })

  test('CHO-01 a loan that was fully funded after its entry in the sort index was made is not listed', async () => {
    const [first] = (await chooseLoans(fixture.context, lenderId, { sort: 'interest', limit: 1 })).list
    await owner.query({
      text: 'update loan_position set reserved = total - funded where loan_id = $1',
      values: [first?.loanId],
    })
    const { loans, totals } = await readAll({ sort: 'interest' })
    expect(loans.map(({ loanId }) => loanId)).not.toContain(first?.loanId)
    expect(totals[0]).toBe(loans.length)
  })

  test('CHO-01 a cursor is refused when the stored sort index that it refers to was deleted', async () => {
    const page = await chooseLoans(fixture.context, lenderId, { sort: 'left', limit: 5 })
    await owner.query({
      text: 'update loan_position set reserved = reserved + 1 where reserved < 10 and listed',
    })
    await foldEntries(fixture.context)
    fixture.travel('31 minutes')
    await foldEntries(fixture.context)
    fixture.travel(undefined)
    await expect(
      chooseLoans(fixture.context, lenderId, { sort: 'left', limit: 5, cursor: page.nextCursor ?? '' }),
    ).rejects.toThrow('Daftar ini sudah terlalu lama terbuka.')
  })
})

describe('counts of the filter options', () => {
  /** Changes some loans, and lets the worker process only some of the changes. */
  const changeSome = async (rest: number) => {
    await owner.query({
      text: `update loan_position set reserved = total * (loan_id % 5) / 4 where loan_id % 11 = $1`,
      values: [rest],
    })
    if (rest % 2 === 0) await foldEntries(fixture.context)
  }

  test('CHO-02 each filter option shows the number of loans that it would leave under the other filters', async () => {
    for (const [index, filters] of [{}, ...one, ...pairs, none].entries()) {
      if (index % 5 === 0) await changeSome(index % 11)
      const open = await openLoans()
      const counts = await countChoices(fixture.context, lenderId, filters)
      const under = (but: MarketplaceFilters) =>
        open.filter((loan) => matches(loan, { ...filters, ...but })).length
      const noTenor = { tenor: '', tenorFrom: '', tenorTo: '', tenorPeriodId: '' }
      const noInterest = { interestFrom: '', interestTo: '' }
      expect([filters, counts.total.count]).toEqual([filters, under({})])
      for (const { loanTypeId, count } of counts.types)
        expect([filters, loanTypeId, count]).toEqual([
          filters,
          loanTypeId,
          under({ loanTypeId: String(loanTypeId) }),
        ])
      for (const { grade, count } of counts.grades)
        expect([filters, grade, count]).toEqual([filters, grade, under({ grade: grade ?? '-' })])
      for (const { tenor, tenorPeriodId, count } of counts.tenors)
        expect([filters, tenor, count]).toEqual([
          filters,
          tenor,
          under({ ...noTenor, tenor: String(tenor), tenorPeriodId: String(tenorPeriodId) as '3' }),
        ])
      const isSure = (kind: { isEstimated: boolean }) => !kind.isEstimated
      for (const { from, to, count } of counts.interests.filter(isSure))
        expect([filters, from, count]).toEqual([
          filters,
          from,
          under({ ...noInterest, interestFrom: String(from), interestTo: String(to - 0.000001) }),
        ])
      for (const { from, count } of counts.left.filter(isSure))
        expect([filters, from, count]).toEqual([filters, from, under({ leftFrom: String(from) })])
      expect(counts.types.map((type) => type.isEstimated)).not.toContain(true)
    }
  })

  test('CHO-02 the filter counts include only offers that have begun and not ended, after the first update of a day', async () => {
    for (const shift of ['1 day', '3 days', undefined]) {
      fixture.travel(shift)
      await foldEntries(fixture.context)
      const { total } = await countChoices(fixture.context, lenderId, {})
      expect(total).toEqual({ count: (await openLoans()).length, isEstimated: false })
    }
  })
})
