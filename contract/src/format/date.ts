import { inJakarta } from './business-date.ts'

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

/** Formats the date in Jakarta, such as '21 November 2026'. Takes an ISO 8601 text, a business date or a Date. */
export function formatDateLong(when: string | Date): string {
  const day = inJakarta(when)
  return `${day.getUTCDate()} ${months[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

/** The last moment before an end that is not part of a period, such as that of a mandate. */
export const lastMomentBefore = (end: string | Date): Date => new Date(new Date(end).getTime() - 1)

/** Formats the time in Jakarta to the minute, such as '14.05 WIB'. Takes an ISO 8601 text or a Date. */
export function formatTime(when: string | Date): string {
  const time = inJakarta(when)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(time.getUTCHours())}.${two(time.getUTCMinutes())} WIB`
}

/**
 * Formats date and time in Jakarta to the minute, such as '21 November 2026 14.05 WIB'. Takes an ISO 8601 text or a
 * Date.
 */
export const formatDateTimeLong = (when: string | Date): string =>
  `${formatDateLong(when)} ${formatTime(when)}`
