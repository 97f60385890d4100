import type { LoanPage } from '@pematang/contract/funding/marketplace/loan'
import { addDays, type BusinessDate, daysBetween } from '@pematang/contract/format/business-date'

/** The amount in whole rupiah that was funded on one day and is still valid. */
export type FundedDay = { on: BusinessDate; amount: number }

const step = 5
const mostPoints = 31

/**
 * The funded share of a loan at the end of each day of its offer until today, rounded down to steps of five percent.
 * For a long offer only every second, third … day is returned, always including today.
 * @param days in chronological order
 * @param total of the whole loan, in whole rupiah
 */
export function fillingOf(
  days: readonly FundedDay[],
  { total, from, today }: { total: number; from: BusinessDate; today: BusinessDate },
): LoanPage['filling'] {
  const [first] = days
  // A taken-over loan may have been funded in another system before its offer began here.
  const start = first && first.on < from ? first.on : from
  const length = Math.max(0, daysBetween(start, today))
  const every = Math.max(1, Math.ceil(length / (mostPoints - 1)))
  const points: LoanPage['filling'] = []
  let place = 0
  let funded = 0
  for (let back = Math.floor(length / every) * every; back >= 0; back -= every) {
    const on = addDays(today, -back)
    for (let day = days[place]; day && day.on <= on; day = days[place]) {
      funded += day.amount
      place += 1
    }
    points.push({ on, percent: Math.floor((funded / total) * (100 / step)) * step })
  }
  return points
}
