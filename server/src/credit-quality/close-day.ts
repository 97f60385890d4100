import type { RefusalCode } from '@pematang/contract/refusals'
import type { Context } from '../context.ts'
import { maybe, one } from '../platform/db/database.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { mutation } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import { oneQualityFrom } from '../servicing/quality/index.ts'
import { addDays, type BusinessDate } from '../servicing/schedule/index.ts'
import { type ClosedDay, findClosedDay } from './closed-days.ts'
import { judgedOnDay, sumsOfJudged } from './measure.ts'

/**
 * Closes a day: the quality of all loans at its end is written down with the late loans behind it, and never changes
 * again. Days are closed one after the other; the first may be any. A day that is closed already answers what was
 * written then. A payment of an earlier day that becomes known later shows in the days that are closed after.
 * @throws Refusal DAY_NOT_OVER, DAY_OUT_OF_ORDER
 */
export const closeDay = mutation<Context, { date: BusinessDate }, ClosedDay>({
  operation: 'closeDay',
  permit: ['operator', 'system'],
  async run(tx, { date }) {
    await takeTurn(tx)
    const known = await findClosedDay(tx, date)
    const closed = known ?? (await close(tx, date))
    return { answer: closed, subject: `day:${date}`, detail: { hash: closed.hash } }
  },
})

/** One closes at a time: who waited finds the day closed. */
async function takeTurn(tx: Transaction): Promise<void> {
  await one(tx, 'day_close.turn', `select pg_advisory_xact_lock(hashtext('day_close'))::text as turn`)
}

async function close(tx: Transaction, date: BusinessDate): Promise<ClosedDay> {
  const refused = await whyNot(tx, date)
  if (refused) throw new Refusal(refused)
  // All loans are looked at: here reading a whole table is the shortest way.
  await tx.query({ text: 'set local enable_seqscan = on' })
  await one<{ hash: string }>(
    tx,
    'day_close.close',
    `${judgedOnDay},
     figures as (${sumsOfJudged}),
     behind as (select * from judged where quality_days > 0),
     closed as (
       insert into day_close (date, loans, total, lancar, dalam_perhatian_khusus, kurang_lancar, diragukan, macet, hash)
       select $1, loans, total, "LANCAR", "DALAM_PERHATIAN_KHUSUS", "KURANG_LANCAR", "DIRAGUKAN", "MACET",
              day_close_hash((select hash from day_close where date = $1 - 1), $1,
                array[loans, total, "LANCAR", "DALAM_PERHATIAN_KHUSUS", "KURANG_LANCAR", "DIRAGUKAN", "MACET"],
                (select string_agg(concat_ws(':', loan_id, days_late, quality_days, outstanding), ',' order by loan_id)
                   from behind))
         from figures returning hash
     ),
     kept as (
       insert into day_close_late (date, loan_id, days_late, quality_days, outstanding)
       select $1, loan_id, days_late, quality_days, outstanding from behind
     )
     select encode(hash, 'hex') as hash from closed`,
    [date, oneQualityFrom],
  )
  const closed = await findClosedDay(tx, date)
  if (!closed) throw new Error(`day ${date} was not written`)
  return closed
}

async function whyNot(tx: Transaction, date: BusinessDate): Promise<RefusalCode | null> {
  const { over } = await one<{ over: boolean }>(
    tx,
    'day_close.over',
    'select $1::date < business_day(app_now()) as over',
    [date],
  )
  if (!over) return 'DAY_NOT_OVER'
  const last = await maybe<{ date: BusinessDate }>(
    tx,
    'day_close.last',
    'select date from day_close order by date desc limit 1',
  )
  return last && date !== addDays(last.date, 1) ? 'DAY_OUT_OF_ORDER' : null
}
