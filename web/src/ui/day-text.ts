/** What a lender typed into a day field: a day (YYYY-MM-DD), nothing, or an Indonesian sentence about what is wrong. */
type TypedDay = { day: string } | { problem: string }

/** The first day that can be chosen, and today, which is the last; both YYYY-MM-DD. */
type DayLimits = { first: string; today: string }

const spellings = [
  // 21/11/2026, 1-2-2026, 1.2.2026, 1 2 2026
  /^(?<date>\d{1,2})[/. -](?<month>\d{1,2})[/. -](?<year>\d{4})$/,
  // 21112026, as on a keyboard of digits
  /^(?<date>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
  // 2026-11-21, pasted from elsewhere
  /^(?<year>\d{4})-(?<month>\d{2})-(?<date>\d{2})$/,
]

/** '2026-11-21' as '21/11/2026'; an empty text stays empty. */
export const formatDay = (day: string): string => day.split('-').reverse().join('/')

/**
 * Reads what was typed, by date, month and year in this order. Empty text is the empty day. A year takes four digits,
 * so that no day is taken while its year is still being typed.
 */
export function parseDay(text: string, { first, today }: DayLimits): TypedDay {
  const typed = text.trim()
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
 * What the field shows after a key: a slash comes by itself before the third and the fifth digit, for keyboards that
 * have only digits. Text that became shorter is left as it is, so that a slash can be deleted.
 */
export function withSlashes(text: string, before: string): string {
  if (text.length <= before.length) return text
  return text.replace(/^(\d{2})(\d)$/, '$1/$2').replace(/^(\d{1,2}\/\d{2})(\d)$/, '$1/$2')
}

/** A day as the calendar takes it: its midnight on this machine's clock. */
export function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

/** The day that a clock on this machine shows at the instant. */
export function fromDate(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
