import type { RefusalCode } from '@pematang/contract/catalogue'
import type { Context } from '../../context.ts'
import { maybe, one } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { borrowerQualityThreshold } from './buckets.ts'
import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import { type ClosedDay, findClosedDay } from './closed-days.ts'
import { classifiedOnDay, sumsOfClassified } from './measure.ts'

/**
 * Closes a day: stores the quality of all loans at its end with the late loans behind it, unchangeable afterwards. Days
 * are closed in sequence; closing a closed day again returns what was stored. A payment recorded later with an earlier
 * value date shows only in days that are closed after its recording.
 * @throws Refusal DAY_NOT_OVER, DAY_OUT_OF_ORDER
 */
export const closeDay = mutation<Context, { date: BusinessDate }, ClosedDay>({
  operation: 'closeDay',
  permit: ['operator', 'system'],
  withoutSecondPair: 'it counts a day that is over',
  async run(tx, { date }) {
    await lockDayClose(tx)
    const known = await findClosedDay(tx, date)
    const closed = known ?? (await close(tx, date))
    return { answer: closed, subject: `day:${date}`, detail: { hash: closed.hash } }
  },
})

/** Serialises day closes: a concurrent one waits and then finds the day closed. */
async function lockDayClose(tx: Transaction): Promise<void> {
  await one(
    tx,
    'loans.credit-quality.lock_day_closing',
    `select pg_advisory_xact_lock(hashtext('day_close'))::text as locked`,
  )
}

async function close(tx: Transaction, date: BusinessDate): Promise<ClosedDay> {
  const refused = await refusalOf(tx, date)
  if (refused) throw new Refusal(refused)
  await one<{ hash: string }>(
    tx,
    'loans.credit-quality.close_day',
    `${classifiedOnDay},
     figures as (${sumsOfClassified}),
     behind as (select * from classified where quality_days > 0),
     closed as (
       insert into day_close (date, loans, total, lancar, dalam_perhatian_khusus, kurang_lancar, diragukan, macet, hash,
                              lenders, borrowers)
       select $1, loans, total, "LANCAR", "DALAM_PERHATIAN_KHUSUS", "KURANG_LANCAR", "DIRAGUKAN", "MACET",
              day_close_hash((select hash from day_close where date = $1 - 1), $1,
                array[loans, total, "LANCAR", "DALAM_PERHATIAN_KHUSUS", "KURANG_LANCAR", "DIRAGUKAN", "MACET"],
                (select string_agg(concat_ws(':', loan_id, days_late, quality_days, outstanding), ',' order by loan_id)
                   from behind)),
              (select count(*) from lender, (select ($1 + 1)::timestamp at time zone 'Asia/Jakarta' as at) midnight
                where created_at < midnight.at and not (state = 'CLOSED' and state_since < midnight.at)),
              (select count(distinct borrower_id) from loans)
         from figures returning hash
     ),
     late_loans as (
       insert into day_close_late (date, loan_id, days_late, quality_days, outstanding)
       select $1, loan_id, days_late, quality_days, outstanding from behind
     )
     select encode(hash, 'hex') as hash from closed`,
    [date, borrowerQualityThreshold],
  )
  const closed = await findClosedDay(tx, date)
  if (!closed) throw new Error(`day ${date} was not written`)
  return closed
}

async function refusalOf(tx: Transaction, date: BusinessDate): Promise<RefusalCode | null> {
  const { over } = await one<{ over: boolean }>(
    tx,
    'loans.credit-quality.is_day_over',
    'select $1::date < business_day(app_now()) as over',
    [date],
  )
  if (!over) return 'DAY_NOT_OVER'
  const last = await maybe<{ date: BusinessDate }>(
    tx,
    'loans.credit-quality.last_closed_day',
    'select date from day_close order by date desc limit 1',
  )
  return last && date !== addDays(last.date, 1) ? 'DAY_OUT_OF_ORDER' : null
}
