import { addMonths, type BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../../context.ts'
import { type Database, many } from '../../../platform/db/database.ts'
import { makeStatement } from '../issue.ts'
import type { MadeStatement } from '../store.ts'
import { type Recomputed, recompute } from './recompute.ts'
import { type RecomputedLent, recomputeLent } from './recompute-lent.ts'

/** All figures of a statement by name. */
type Told = Record<string, number | string | null>

/** The figures of a statement, in the form that the independent implementation computes. */
function toldBy({
  figures,
  portfolio,
  netReturn,
}: Pick<MadeStatement, 'figures' | 'portfolio' | 'netReturn'>): Told {
  const { adjusted, ...rest } = figures
  const { principal, interest, penalty, tax } = figures
  const qualities = portfolio.quality.map(({ name, outstanding }) => [name, outstanding] as const)
  const left = qualities.reduce((sum, [, outstanding]) => sum + outstanding, 0)
  return {
    ...rest,
    received: principal + interest + penalty - tax + adjusted,
    left: left + portfolio.notPaidOut + portfolio.writtenOff,
    ...Object.fromEntries(qualities),
    notPaidOut: portfolio.notPaidOut,
    writtenOff: portfolio.writtenOff,
    ...netReturn,
  }
}

/** The same figures from the independent implementation, all zero for a lender without transfers. */
function toldByTransfers(cash: Recomputed | undefined, lent: RecomputedLent | undefined): Told {
  const { interest = 0, penalty = 0, tax = 0, fees = 0 } = cash ?? {}
  const { quality = [], lost = 0, average = 0, notPaidOut = 0, writtenOff = 0 } = lent ?? {}
  const amount = interest + penalty - tax - fees - lost
  return {
    ...cash,
    ...Object.fromEntries(names.map((name, place) => [name, quality[place] ?? 0])),
    ...{ notPaidOut, writtenOff, amount, lost, average },
    percent:
      average > 0 ? `${(Math.floor((amount * 10_000) / average) / 100).toFixed(2).replace('.', ',')}%` : null,
  }
}

const names = ['LANCAR', 'DALAM_PERHATIAN_KHUSUS', 'KURANG_LANCAR', 'DIRAGUKAN', 'MACET']

export type Comparison = {
  compared: number
  movements: number
  /** The number of statements in which each figure is not zero. */
  filled: Record<string, number>
  /** The sum of each figure over all statements. */
  sums: Record<string, number>
  differences: string[]
}

/**
 * Compares the statements of every lender over these months, latest first, with the figures computed from the
 * transfers.
 */
export async function compareMonths(
  context: Pick<Context, 'db' | 'random'>,
  last: BusinessDate,
  count: number,
): Promise<Comparison> {
  const months = Array.from({ length: count }, (_, place) => addMonths(last, place - count + 1))
  const recomputed = await recompute(context.db, months)
  const lent = await recomputeLent(context.db, months)
  const found: Comparison = { compared: 0, movements: 0, filled: {}, sums: {}, differences: [] }
  for (const lenderId of await lendersOf(context.db)) {
    for (const month of months) {
      const statement = await makeStatement(context, lenderId, month)
      const other = toldByTransfers(recomputed.get(`${lenderId} ${month}`), lent.get(`${lenderId} ${month}`))
      found.compared += 1
      found.movements += statement.figures.movements
      for (const [key, value] of Object.entries(toldBy(statement))) {
        if (typeof value === 'number') found.sums[key] = (found.sums[key] ?? 0) + value
        if (value) found.filled[key] = (found.filled[key] ?? 0) + 1
        if ((other[key] ?? 0) !== (value ?? 0))
          found.differences.push(`${lenderId} ${month} ${key}: ${value}, by the transfers ${other[key]}`)
      }
    }
  }
  return found
}

/** The closing balances and portfolios of the statements of all lenders for a month. */
export async function closingOf(context: Pick<Context, 'db' | 'random'>, month: BusinessDate) {
  const lenders = await lendersOf(context.db)
  const sums = { lenders: lenders.length, cash: 0, paidOut: 0, notPaidOut: 0 }
  for (const lenderId of lenders) {
    const { figures, portfolio } = await makeStatement(context, lenderId, month)
    sums.cash += figures.closing
    sums.notPaidOut += portfolio.notPaidOut
    sums.paidOut += portfolio.quality.reduce(
      (sum, { outstanding }) => sum + outstanding,
      portfolio.writtenOff,
    )
  }
  return sums
}

const lendersOf = async (db: Database): Promise<number[]> =>
  (
    await many<{ id: number }>(db, 'test.lenders', 'select id from lender where not is_member order by id')
  ).map(({ id }) => id)
