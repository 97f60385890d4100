import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import { isWorkingDay } from '../../../books/index.ts'

/** The amount that came in on one business day, whole rupiah. */
export type Arrival = { day: BusinessDate; amount: number }

/**
 * The arrivals that are still idle. Outgoing money counts against the oldest arrivals (first in, first out), so the
 * newest ones up to the idle amount are left.
 * @param idle cash that is not held for anything, whole rupiah
 * @param arrivals newest day first, as far back as they cover `idle`
 * @returns oldest day first; together exactly `idle`
 * @throws if the arrivals do not cover it, because the books are then inconsistent
 */
export function layersOf(idle: number, arrivals: readonly Arrival[]): Arrival[] {
  const layers: Arrival[] = []
  let rest = idle
  for (const { day, amount } of arrivals) {
    if (rest === 0) break
    const taken = Math.min(rest, amount)
    if (taken > 0) layers.unshift({ day, amount: taken })
    rest -= taken
  }
  if (rest !== 0) throw new Error(`${rest} rupiah of idle cash never came in`)
  return layers
}

/** How many working days idle cash may stay (POJK 40/2024). */
const idleWorkingDays = 2

/** The last day on which cash that came in on `day` may be idle: the second working day after it. */
export function deadlineOf(day: BusinessDate, holidays: readonly BusinessDate[]): BusinessDate {
  let at = day
  for (let working = 0; working < idleWorkingDays; ) {
    at = addDays(at, 1)
    if (isWorkingDay(at, holidays)) working += 1
  }
  return at
}
