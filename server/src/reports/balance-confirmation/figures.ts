import { type BusinessDate, addDays, startOfDay } from '@pematang/contract/format/business-date'
import { qualities, type Quality } from '../../loans/index.ts'
import { cashAt } from '../../books/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { positionsOn } from '../portfolio-report/index.ts'

/** The figures of a lender that a confirmation states for the end of a day, in whole rupiah. */
export type ConfirmedFigures = {
  cash: number
  principal: number
  positions: number
  /** Unpaid principal by quality class, best first; amounts in loans not yet disbursed belong to no class. */
  qualities: { name: Quality; principal: number }[]
  writtenOff: number
  owed: number
  total: number
}

/** The figures as recorded by the end of the day; for a past day they never change. */
export async function figuresOn(
  db: Queryable,
  lenderId: number,
  day: BusinessDate,
): Promise<ConfirmedFigures> {
  const { cash, owed } = await cashAt(db, lenderId, startOfDay(addDays(day, 1)))
  const byQuality = new Map<Quality, number>()
  let [principal, positions, writtenOff] = [0, 0, 0]
  for await (const position of positionsOn(db, lenderId, day)) {
    if (position.status === 'WRITTEN_OFF') {
      writtenOff += position.principalLeft
      continue
    }
    principal += position.principalLeft
    positions += 1
    const { quality } = position
    if (quality) byQuality.set(quality, (byQuality.get(quality) ?? 0) + position.principalLeft)
  }
  return {
    cash,
    principal,
    positions,
    qualities: qualities.flatMap(({ name }) => {
      const sum = byQuality.get(name) ?? 0
      return sum > 0 ? [{ name, principal: sum }] : []
    }),
    writtenOff,
    owed,
    total: cash + principal - owed,
  }
}
