const months = [
  'Januari',
  'Februari',
  'Maret',
  'April',
  'Mei',
  'Juni',
  'Juli',
  'Agustus',
  'September',
  'Oktober',
  'November',
  'Desember',
]

/** Western Indonesian time is seven hours ahead of UTC all year; Jakarta keeps no summer time. */
const jakartaOffset = 7 * 60 * 60 * 1000

/**
 * The instant shifted so that its UTC fields read as the clock in Jakarta does. A bare business date ('2026-11-21')
 * is already a Jakarta day and keeps its day.
 * @throws RangeError when the text is not a date
 */
function inJakarta(when: string | Date): Date {
  const shifted = new Date(new Date(when).getTime() + jakartaOffset)
  if (Number.isNaN(shifted.getTime())) throw new RangeError(`Not a date: ${String(when)}`)
  return shifted
}

/** '21 November 2026', the day in Jakarta. Takes an ISO 8601 text, a business date or a Date. */
export function formatDateLong(when: string | Date): string {
  const day = inJakarta(when)
  return `${day.getUTCDate()} ${months[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

/** '14.05 WIB', the minute in Jakarta. Takes an ISO 8601 text or a Date. */
export function formatTime(when: string | Date): string {
  const time = inJakarta(when)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(time.getUTCHours())}.${two(time.getUTCMinutes())} WIB`
}

/** '21 November 2026 14.05 WIB', the minute in Jakarta. Takes an ISO 8601 text or a Date. */
export const formatDateTimeLong = (when: string | Date): string =>
  `${formatDateLong(when)} ${formatTime(when)}`
