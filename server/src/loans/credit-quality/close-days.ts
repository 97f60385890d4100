import type { Context } from '../../context.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { maybe, one, type Queryable } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import { closeDay } from './close-day.ts'
import type { ClosedDay } from './closed-days.ts'

export type CloseDays = {
  actor: ActorOf<'operator' | 'system'>
  /** The first day to close when none is closed yet; without it, nothing is closed in that case. */
  from?: BusinessDate
  /** The last day to close; days that are not over are never closed. */
  until?: BusinessDate
  onDay?: (day: ClosedDay) => void
  /** Stops the run between two days. */
  signal?: AbortSignal
}

/**
 * Closes every day that is over and not closed yet, each in its own transaction, so that an interrupted run leaves only
 * complete days and the next run continues after them.
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
 * Closes the days that have been over for DAY_CLOSE_AFTER_HOURS, when the bank's last files for them have arrived. It
 * never closes the first day of the history: an operator chooses that one.
 * @returns how many days were closed.
 */
export async function closeDueDays(context: Context, signal?: AbortSignal): Promise<number> {
  const { until } = await one<{ until: BusinessDate }>(
    context.db,
    'loans.credit-quality.closed_until',
    `select business_day(app_now() - $1 * interval '1 hour') - 1 as until`,
    [context.config.DAY_CLOSE_AFTER_HOURS],
  )
  return closeDays(context, { actor: { kind: 'system' }, until, ...(signal ? { signal } : {}) })
}

async function nextDay(
  db: Queryable,
  from: BusinessDate | undefined,
  until: BusinessDate | undefined,
): Promise<BusinessDate | undefined> {
  const row = await maybe<{ last: BusinessDate | null; over: BusinessDate }>(
    db,
    'loans.credit-quality.next_day_to_close',
    `select (select max(date) from day_close) as last,
            least(business_day(app_now()) - 1, coalesce($1::date, 'infinity')) as over`,
    [until ?? null],
  )
  const next = row?.last ? addDays(row.last, 1) : from
  return next !== undefined && row && next <= row.over ? next : undefined
}
