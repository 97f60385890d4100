import type { Context } from '../context.ts'
import type { Actor } from '../platform/audit/audit.ts'
import { maybe, one, type Queryable } from '../platform/db/database.ts'
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
  /** ends it between two days */
  signal?: AbortSignal
}

/**
 * Closes every day that is over and open, one after the other and each in a transaction of its own: whoever is stopped
 * half way has closed whole days, and the next run goes on behind them.
 * @returns how many days were closed.
 */
export async function closeDays(
  context: Context,
  { actor, from, until, onDay, signal }: CloseDays,
): Promise<number> {
  let closed = 0
  for (;;) {
    if (signal?.aborted) return closed
    const date = await nextDay(context.db, from, until)
    if (date === undefined) return closed
    const day = await perform(context, closeDay, { actor, input: { date } })
    closed += 1
    onDay?.(day)
  }
}

/**
 * What a worker does by itself, again and again: closes the days that have been over for DAY_CLOSE_AFTER_HOURS, so that
 * the bank's last files of a day are in. It begins no history: from which day on there is one, an operator says with
 * the first day that he closes.
 * @returns how many days were closed.
 */
export async function closeWhatIsOver(context: Context, signal?: AbortSignal): Promise<number> {
  const { until } = await one<{ until: BusinessDate }>(
    context.db,
    'day_close.settled',
    `select business_day(app_now() - $1 * interval '1 hour') - 1 as until`,
    [context.config.DAY_CLOSE_AFTER_HOURS],
  )
  return closeDays(context, { actor: { kind: 'system' }, until, ...(signal ? { signal } : {}) })
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
