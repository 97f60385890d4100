import { jakartaOffset } from '@pematang/contract/format/business-date'

const firstYear = '2000'

/**
 * True for a real calendar day written YYYY-MM-DD, from the year 2000: a year that is still being typed is not valid.
 */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < firstYear) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const unixSeconds = (instant: string) => String(Date.parse(instant) / 1000)

/**
 * Converts days in Jakarta to the unix seconds of the API, both included: from the first second of the first day to the
 * last second of the last day. An empty or invalid day leaves that end open and gives an empty text.
 */
export function unixRange(range: { startDate: string; endDate: string }): {
  startDate: string
  endDate: string
} {
  const { startDate, endDate } = range
  return {
    startDate: isDay(startDate) ? unixSeconds(`${startDate}T00:00:00${jakartaOffset}`) : '',
    endDate: isDay(endDate) ? unixSeconds(`${endDate}T23:59:59${jakartaOffset}`) : '',
  }
}
