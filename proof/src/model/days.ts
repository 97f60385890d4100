/** A business day in Jakarta, YYYY-MM-DD. */
export type Day = string

const dayMs = 86_400_000
/** Jakarta is seven hours ahead of UTC the whole year. */
const jakartaMs = 7 * 3_600_000

/** The business day of a moment in milliseconds since 1970. */
export const dayOf = (ms: number): Day => new Date(ms + jakartaMs).toISOString().slice(0, 10)

export const daysFrom = (from: Day, until: Day): number => (Date.parse(until) - Date.parse(from)) / dayMs

export const laterBy = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** The last days of the months that end between a day and a later one. */
export function monthEnds(from: Day, until: Day): Day[] {
  const ends: Day[] = []
  for (let first = monthsLater(`${from.slice(0, 8)}01`, 1); first <= until; first = monthsLater(first, 1))
    ends.push(laterBy(first, -1))
  return ends
}

/** The same day of a later month, or that month's last day where it is shorter. */
export function monthsLater(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, last))
  return first.toISOString().slice(0, 10)
}
