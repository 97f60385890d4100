import { daysBetween } from '@pematang/contract/format/business-date'
import type { Overview } from '@pematang/contract/reports/insight/endpoints'
import { many, type Queryable } from '../../platform/db/database.ts'
import { getReturn } from './own-return.ts'

/** The number of days ahead for which payments are shown, including today. */
const days = 30

type Row = {
  today: string
  until: string
  on: string | null
  amount: number
  loans: number
  oldest: string | null
}

/** The first figures on a lender's dashboard: the return so far, the next payments, and the overdue amounts. */
export async function getOverview(db: Queryable, lenderId: number): Promise<Overview> {
  const [{ rate }, ahead] = await Promise.all([getReturn(db, lenderId), aheadOf(db, lenderId)])
  return { rate, ...ahead }
}

/**
 * The amounts due to a lender in the next thirty days, by day, and the overdue ones. Only active loans count: one that
 * was written off or is not paid out yet has no expected payments.
 */
async function aheadOf(db: Queryable, lenderId: number): Promise<Omit<Overview, 'rate'>> {
  const rows = await many<Row>(
    db,
    'reports.insight.overview',
    `with day as (
       select business_day(app_now()) as today, business_day(app_now()) + $2::int - 1 as until
     ), mine as (
       select s.loan_id, s.funding_id, s.first_no + place.n - 1 as no, s.principal[place.n] + s.interest[place.n] as due
         from day
         join portfolio_standing p on p.lender_id = $1 and p.phase in (2, 3) and p.oldest_due <= day.until
         join funding_schedule s on s.lender_id = p.lender_id and s.funding_id = p.funding_id
        cross join lateral generate_series(1, cardinality(s.principal)) as place (n)
        where not exists (select from holding_transfer_record t where t.funding_id = p.funding_id)
       union all
       select x.loan_id, x.funding_id, x.no, x.principal + x.interest
         from day
         join portfolio_standing p on p.lender_id = $1 and p.phase in (2, 3) and p.oldest_due <= day.until
         join transferred_share x on x.lender_id = p.lender_id and x.funding_id = p.funding_id
     ), owed as (
       select m.funding_id, i.due_date, m.due - coalesce(got.amount, 0) as amount
         from day cross join mine m
         join installment i on i.loan_id = m.loan_id and i.no = m.no and i.superseded_on is null and i.due_date <= day.until
         left join lateral (
           select sum(r.principal + r.interest)::bigint as amount from lender_repayment r
            where r.lender_id = $1 and r.funding_id = m.funding_id and r.no = m.no
         ) got on true
        where m.due > coalesce(got.amount, 0)
     )
     select day.today, day.until, case when o.due_date >= day.today then o.due_date end as on,
            coalesce(sum(o.amount), 0)::bigint as amount, count(distinct o.funding_id) as loans, min(o.due_date) as oldest
       from day left join owed o on true group by 1, 2, 3 order by 3`,
    [lenderId, days],
  )
  const [{ today, until } = { today: '', until: '' }] = rows
  const ahead = rows.flatMap(({ on, amount, loans }) => (on === null ? [] : [{ on, amount, loans }]))
  const late = rows.find(({ on, oldest }) => on === null && oldest !== null)
  return {
    asOf: today,
    until,
    total: ahead.reduce((sum, { amount }) => sum + amount, 0),
    days: ahead,
    late: late?.oldest
      ? { amount: late.amount, loans: late.loans, days: daysBetween(late.oldest, today) }
      : { amount: 0, loans: 0, days: 0 },
  }
}
