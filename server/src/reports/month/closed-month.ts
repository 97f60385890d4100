import { addDays, addMonths, type BusinessDate } from '@pematang/contract/format/business-date'
import { businessToday } from '../../books/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'

/** A month whose last day is closed. What was recorded before `knownBefore`, the closing of that day, is in its report. */
export type ClosedMonth = {
  first: BusinessDate
  last: BusinessDate
  knownBefore: Date
  /** The last day of the month before and its closing; null where that day was never closed. */
  before: { last: BusinessDate; knownBefore: Date } | null
}

/**
 * The month of a report.
 * @param month YYYY-MM
 * @throws Refusal MONTH_NOT_OVER, MONTH_NOT_CLOSED
 */
export async function closedMonth(db: Queryable, month: string): Promise<ClosedMonth> {
  const first = `${month}-01`
  const last = addDays(addMonths(first, 1), -1)
  if (last >= (await businessToday(db))) throw new Refusal('MONTH_NOT_OVER')
  const lastBefore = addDays(first, -1)
  const closings = await many<{ date: BusinessDate; closedAt: Date }>(
    db,
    'reports.month.closings',
    'select date, created_at as "closedAt" from day_close where date = any($1::date[])',
    [[last, lastBefore]],
  )
  const closingOf = (day: BusinessDate) => closings.find(({ date }) => date === day)?.closedAt
  const knownBefore = closingOf(last)
  if (!knownBefore) throw new Refusal('MONTH_NOT_CLOSED')
  const beforeThat = closingOf(lastBefore)
  return {
    first,
    last,
    knownBefore,
    before: beforeThat ? { last: lastBefore, knownBefore: beforeThat } : null,
  }
}
