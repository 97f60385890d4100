import type { Context } from '../context.ts'
import type { Actor } from '../platform/audit/audit.ts'
import { maybe, type Queryable } from '../platform/db/database.ts'
import { perform } from '../platform/mutation.ts'
import { addDays, type BusinessDate } from '../servicing/schedule/index.ts'
import { closeDay } from './close-day.ts'
import type { ClosedDay } from './closed-days.ts'

export type CloseDays = {
  actor: Actor
  /** the first day ever closed, where none is yet; without it an empty history stays empty */
  from?: BusinessDate
  /** the last day to close; what is over of it, in any case */
  until?: BusinessDate
  onDay?: (day: ClosedDay) => void
}

/**
 * Closes every day that is over and open, one after the other and each in a transaction of its own: whoever is stopped
 * half way has closed whole days, and the next run goes on behind them.
 * @returns how many days were closed.
 */
export async function closeDays(context: Context, { actor, from, until, onDay }: CloseDays): Promise<number> {
  let closed = 0
  for (;;) {
    const date = await nextDay(context.db, from, until)
    if (date === undefined) return closed
    const day = await perform(context, closeDay, { actor, input: { date } })
    closed += 1
    onDay?.(day)
  }
}

/** The oldest open day that is over and not after `until`. */
async function nextDay(
  db: Queryable,
  from: BusinessDate | undefined,
  until: BusinessDate | undefined,
): Promise<BusinessDate | undefined> {
  const row = await maybe<{ last: BusinessDate | null; over: BusinessDate }>(
    db,
    'day_close.next',
    `select (select max(date) from day_close) as last,
            least(business_day(app_now()) - 1, coalesce($1::date, 'infinity')) as over`,
    [until ?? null],
  )
  const next = row?.last ? addDays(row.last, 1) : from
  return next !== undefined && row && next <= row.over ? next : undefined
}
