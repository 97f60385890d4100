import { addMonths, type BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import { type Database, many } from '../../platform/db/database.ts'
import { makeStatement } from '../issue.ts'
import type { MadeStatement } from '../store.ts'
import { type Recomputed, recompute } from './recompute.ts'

/** A statement in the figures that the second program has. */
export function figuresOf({ figures, portfolio }: Pick<MadeStatement, 'figures' | 'portfolio'>): Recomputed {
  const { opening, closing, movements, toppedUp, lent, refunded, withdrawn, fees } = figures
  const { principal, interest, penalty, tax, adjusted } = figures
  const left = portfolio.quality.reduce(
    (sum, { outstanding }) => sum + outstanding,
    portfolio.notPaidOut + portfolio.writtenOff,
  )
  const received = principal + interest + penalty - tax + adjusted
  const parts = { principal, interest, penalty, tax }
  return { opening, closing, movements, toppedUp, lent, refunded, withdrawn, fees, received, ...parts, left }
}

export type Comparison = { compared: number; movements: number; differences: string[] }

/** Compares the statements of every lender over these months, the last of them first, with what the transfers tell. */
export async function compareMonths(
  context: Pick<Context, 'db' | 'random'>,
  last: BusinessDate,
  count: number,
): Promise<Comparison> {
  const months = Array.from({ length: count }, (_, place) => addMonths(last, place - count + 1))
  const told = await recompute(context.db, months)
  const found: Comparison = { compared: 0, movements: 0, differences: [] }
  for (const lenderId of await lendersOf(context.db)) {
    for (const month of months) {
      const made = figuresOf(await makeStatement(context, lenderId, month))
      const other = told.get(`${lenderId} ${month}`)
      found.compared += 1
      found.movements += made.movements
      for (const [key, value] of Object.entries(made))
        if ((other?.[key as keyof Recomputed] ?? 0) !== value)
          found.differences.push(
            `${lenderId} ${month} ${key}: ${value}, by the transfers ${other?.[key as keyof Recomputed]}`,
          )
    }
  }
  return found
}

const lendersOf = async (db: Database): Promise<number[]> =>
  (await many<{ id: number }>(db, 'test.lenders', 'select id from lender order by id')).map(({ id }) => id)
