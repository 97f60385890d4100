import { startOfDay } from './business-date.ts'

const day = 24 * 60 * 60 * 1000

/**
 * How long a loan can still be funded: the difference to the due date, rounded to days. One day or less counts as the
 * last day, also when the date has passed.
 * @param due ISO 8601; a bare business date begins at midnight in Jakarta
 * @param now ISO 8601 or a Date
 * @throws RangeError when either is not a date
 */
export function daysLeft(due: string, now: string | Date): string {
  const end = /^\d{4}-\d{2}-\d{2}$/.test(due) ? startOfDay(due) : new Date(due)
  const days = Math.round((end.getTime() - new Date(now).getTime()) / day)
  if (Number.isNaN(days)) throw new RangeError(`Not a date: ${due} or ${String(now)}`)
  return days <= 1 ? 'Hari terakhir' : `${days} hari lagi`
}
