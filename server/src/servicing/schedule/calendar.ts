/** A business day in Jakarta, 'YYYY-MM-DD'. It has no clock and no zone, so arithmetic on it is plain calendar. */
export type BusinessDate = string

function parts(date: BusinessDate): [year: number, month: number, day: number] {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  const [year, month, day] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])]
  const found = new Date(Date.UTC(year, month - 1, day))
  if (!match || found.getUTCMonth() !== month - 1) throw new RangeError(`Not a business date: ${date}`)
  return [year, month, day]
}

function toText(time: number): BusinessDate {
  return new Date(time).toISOString().slice(0, 10)
}

/** @throws RangeError when `date` is not a day of the calendar */
export function addDays(date: BusinessDate, days: number): BusinessDate {
  const [year, month, day] = parts(date)
  return toText(Date.UTC(year, month - 1, day + days))
}

/** Days of the calendar from one day to another; below zero when `to` is the earlier one. */
export const daysBetween = (from: BusinessDate, to: BusinessDate): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000

/**
 * The same day of a later month, or that month's last day where it is shorter. Count from the first date, never
 * from the one before, so that 31 January goes to 28 February and then to 31 March.
 * @throws RangeError when `date` is not a day of the calendar
 */
export function addMonths(date: BusinessDate, months: number): BusinessDate {
  const [year, month, day] = parts(date)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return toText(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)))
}
