import { plainDigits } from '@pematang/contract/bare-number'

/** The result of reading a day field: a day (YYYY-MM-DD), an empty text, or an Indonesian error sentence. */
type TypedDay = { day: string } | { problem: string }

/** The first day that can be chosen, and today, which is the last; both YYYY-MM-DD. */
type DayLimits = { first: string; today: string }

const spellings = [
  // For example 21/11/2026, 1-2-2026, 1.2.2026 or 1 2 2026.
  /^(?<date>\d{1,2})[/. -](?<month>\d{1,2})[/. -](?<year>\d{4})$/,
  // For example 21112026, typed on a numeric keyboard.
  /^(?<date>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
  // For example 2026-11-21, pasted from elsewhere.
  /^(?<year>\d{4})-(?<month>\d{2})-(?<date>\d{2})$/,
]

/** Formats '2026-11-21' as '21/11/2026'; an empty text stays empty. */
export const formatDay = (day: string): string => day.split('-').reverse().join('/')

/**
 * Reads a typed date in the order date, month, year. An empty text is the empty day. The year needs four digits, so
 * that no day is accepted while its year is still being typed.
 */
export function parseDay(text: string, { first, today }: DayLimits): TypedDay {
  const typed = plainDigits(text).trim()
  if (typed === '') return { day: '' }
  const parts = spellings.map((spelling) => spelling.exec(typed)?.groups).find(Boolean)
  if (!parts) return { problem: `Tulis tanggal seperti ${formatDay(today)}, ya.` }
  const { date = '', month = '', year = '' } = parts
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  if (!exists(day)) return { problem: `Tanggal ${formatDay(day)} tidak ada di kalender.` }
  if (day < first) return { problem: `Pilih tanggal mulai ${formatDay(first)}, ya.` }
  if (day > today) return { problem: `Pilih tanggal paling lambat ${formatDay(today)}, ya.` }
  return { day }
}

function exists(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day)
}

/**
 * The text after a keystroke: a slash is inserted before the third and the fifth digit, for numeric keyboards. A text
 * that became shorter is left unchanged, so that a slash can be deleted.
 */
export function withSlashes(text: string, before: string): string {
  if (text.length <= before.length) return text
  return text.replace(/^(\d{2})(\d)$/, '$1/$2').replace(/^(\d{1,2}\/\d{2})(\d)$/, '$1/$2')
}

/** Converts a day to the Date that the calendar needs: midnight in the local time zone. */
export function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

/** The date of an instant in the local time zone, YYYY-MM-DD. */
export function fromDate(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
