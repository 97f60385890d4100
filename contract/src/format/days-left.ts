const day = 24 * 60 * 60 * 1000

/**
 * How long a loan still takes money: the difference to the due date, rounded to days. One day or less, also when
 * the date has passed, is the last day.
 * @param due ISO 8601; a bare business date begins at midnight in Jakarta
 * @param now ISO 8601 or a Date
 * @throws RangeError when either is not a date
 */
export function daysLeft(due: string, now: string | Date): string {
  const end = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(due) ? `${due}T00:00:00+07:00` : due)
  const days = Math.round((end - new Date(now).getTime()) / day)
  if (Number.isNaN(days)) throw new RangeError(`Not a date: ${due} or ${String(now)}`)
  return days <= 1 ? 'Hari terakhir' : `${days} hari lagi`
}
