import { many, one, type Queryable, run } from '../../platform/db/database.ts'
import type { BusinessDate } from '../../servicing/schedule/index.ts'
import type { WithdrawalState } from '../store.ts'
import type { Difference } from './compare.ts'

/** The instants of a day in Jakarta, and since when the withdrawals that were paid on it were on their way. */
export function spanOf(
  db: Queryable,
  methodPayment: 1 | 2,
  day: BusinessDate,
): Promise<{ begin: Date; end: Date; since: Date }> {
  return one(
    db,
    'reconcile.span',
    `select d.begin, d.begin + interval '1 day' as end,
            least(d.begin, (select min(sent_at) from withdrawal w where w.method_payment = $1 and w.state = 'PAID'
                               and w.ended_at >= d.begin and w.ended_at < d.begin + interval '1 day')) as since
       from (select $2::date::timestamp at time zone 'Asia/Jakarta' as begin) d`,
    [methodPayment, day],
  )
}

export type OurRow = { id: string; state: WithdrawalState; amount: number; due: boolean }

/** The withdrawals through a bank that were paid on a day, and those that its list names. */
export function ourTransfers(
  db: Queryable,
  methodPayment: 1 | 2,
  { begin, end }: { begin: Date; end: Date },
  named: readonly string[],
): Promise<OurRow[]> {
  return many<OurRow>(
    db,
    'reconcile.ours',
    `select id, state, amount, state = 'PAID' and ended_at >= $2 and ended_at < $3 as due from withdrawal
      where method_payment = $1 and ((state = 'PAID' and ended_at >= $2 and ended_at < $3) or id = any($4))`,
    [methodPayment, begin, end, named],
  )
}

/** What came of comparing a day; `amount` is the sum of the bank's transfers in whole rupiah. */
export type Reconciliation = {
  methodPayment: 1 | 2
  day: BusinessDate
  transfers: number
  amount: number
  differences: Difference[]
}

/** Keeps it; a day that is compared again gets the newer outcome. */
export async function keepReconciliation(tx: Queryable, done: Reconciliation): Promise<void> {
  await run(
    tx,
    'reconcile.keep',
    `insert into bank_reconciliation (method_payment, day, transfers, amount, differences) values ($1, $2, $3, $4, $5)
     on conflict (method_payment, day) do update
       set transfers = excluded.transfers, amount = excluded.amount, differences = excluded.differences,
           compared_at = app_now()`,
    [done.methodPayment, done.day, done.transfers, done.amount, JSON.stringify(done.differences)],
  )
}

/**
 * The days that have been over for so many hours and were not compared with this bank since, from the first order to it
 * on. Whoever compares a day by hand, be it too early or before those in front of it, takes none off this list.
 */
export async function openDays(
  db: Queryable,
  methodPayment: 1 | 2,
  hoursAfter: number,
): Promise<BusinessDate[]> {
  const rows = await many<{ day: BusinessDate }>(
    db,
    'reconcile.open_days',
    `select past.day::date::text as day from generate_series(
         (select business_day(min(sent_at)) from withdrawal where method_payment = $1),
         business_day(app_now() - $2 * interval '1 hour') - 1, interval '1 day') as past (day)
      where not exists (
        select from bank_reconciliation r
         where r.method_payment = $1 and r.day = past.day::date
           and r.compared_at >= ((r.day + 1)::timestamp at time zone 'Asia/Jakarta') + $2 * interval '1 hour')
      order by past.day limit 31`,
    [methodPayment, hoursAfter],
  )
  return rows.map(({ day }) => day)
}
