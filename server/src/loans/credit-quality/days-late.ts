import { type BusinessDate, daysBetween } from '@pematang/contract/format/business-date'
import type { Installment } from '../../books/index.ts'
import { type Paid, spansOf, paidByDay, unpaidOf } from './coverage.ts'

/**
 * How many calendar days a loan is late at the end of a day: since the due date of the oldest installment not fully
 * covered by payments with a value date up to that day. It is never stored, because a payment recorded later with an
 * earlier value date changes the result for past days.
 * @param schedule the installments in force on that day
 * @param payments principal and interest count, the oldest installment first; penalties and fees do not
 * @returns 0 when nothing is overdue; an installment that falls due on the day itself is not late yet
 */
export function daysLate(
  schedule: readonly Installment[],
  payments: readonly Paid[],
  asOf: BusinessDate,
): number {
  const pool = paidByDay(payments).findLast(({ day }) => day <= asOf)?.due ?? 0
  const oldest = spansOf(schedule).find((place) => unpaidOf(place, pool) > 0)
  return oldest ? Math.max(0, daysBetween(oldest.installment.dueDate, asOf)) : 0
}
