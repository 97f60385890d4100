import { addDays, addMonths, type BusinessDate, startOfDay } from '@pematang/contract/format/business-date'
import { isWorkingDay } from '../../books/index.ts'

/** A tax period: a calendar month, YYYY-MM. */
export type Period = string

export const firstDayOf = (period: Period): BusinessDate => `${period}-01`
export const lastDayOf = (period: Period): BusinessDate => addDays(addMonths(firstDayOf(period), 1), -1)
/** When a period begins and ends, at midnight in Jakarta. */
export const spanOf = (period: Period): [Date, Date] => [
  startOfDay(firstDayOf(period)),
  startOfDay(firstDayOf(nextPeriod(period))),
]
export const nextPeriod = (period: Period): Period => addMonths(firstDayOf(period), 1).slice(0, 7)

/**
 * The last day for paying the tax withheld in a period to the tax office: the 15th of the next month (PMK 81/2024,
 * article 94 (2), for PPh 23 and 26 alike), or the next working day after it (article 100).
 */
export function dueDateOf(period: Period, holidays: readonly BusinessDate[]): BusinessDate {
  let day = addDays(firstDayOf(nextPeriod(period)), 14)
  while (!isWorkingDay(day, holidays)) day = addDays(day, 1)
  return day
}
