/** A business day in Jakarta, 'YYYY-MM-DD'. It has no time of day and no time zone. */
export type BusinessDate = string

/** Western Indonesian time is seven hours ahead of UTC all year; Jakarta has no daylight saving time. */
export const jakartaOffset = '+07:00'
const jakartaOffsetMs = 7 * 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

/**
 * The instant shifted so that its UTC fields show the time in Jakarta. A bare business date ('2026-11-21') is already a
 * Jakarta day and keeps its day.
 * @param at ISO 8601, a business date, a Date, or milliseconds since 1970
 * @throws RangeError when the text is not a date
 */
export function inJakarta(at: string | number | Date): Date {
  const shifted = new Date(new Date(at).getTime() + jakartaOffsetMs)
  if (Number.isNaN(shifted.getTime())) throw new RangeError(`Not a date: ${String(at)}`)
  return shifted
}

/** The day in Jakarta at an instant (ISO 8601, a Date, or milliseconds since 1970). */
export const businessDateOf = (at: string | number | Date): BusinessDate =>
  inJakarta(at).toISOString().slice(0, 10)

/** The instant at which a day in Jakarta begins. */
export const startOfDay = (date: BusinessDate): Date => new Date(`${date}T00:00:00${jakartaOffset}`)

/** The time in Jakarta to the second as fourteen digits, which sort by time and are allowed in any file name. */
export const fileTimestamp = (at: Date): string =>
  inJakarta(at).toISOString().replaceAll(/\D/g, '').slice(0, 14)

/**
 * Adds calendar days to a day.
 * @throws RangeError when `date` is not a day of the calendar
 */
export function addDays(date: BusinessDate, days: number): BusinessDate {
  const [year, month, day] = parts(date)
  return toText(Date.UTC(year, month - 1, day + days))
}

/** Calendar days from one day to another; negative when `to` is earlier. */
export const daysBetween = (from: BusinessDate, to: BusinessDate): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs

/**
 * The same day of a later month, or that month's last day where it is shorter. Count from the first date, never from
 * the previous one, so that 31 January goes to 28 February and then to 31 March.
 * @throws RangeError when `date` is not a day of the calendar
 */
export function addMonths(date: BusinessDate, months: number): BusinessDate {
  const [year, month, day] = parts(date)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return toText(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)))
}

function parts(date: BusinessDate): [year: number, month: number, day: number] {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  const [year, month, day] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])]
  const found = new Date(Date.UTC(year, month - 1, day))
  if (!match || found.getUTCMonth() !== month - 1) throw new RangeError(`Not a business date: ${date}`)
  return [year, month, day]
}

const toText = (time: number): BusinessDate => new Date(time).toISOString().slice(0, 10)
