import type { RepaymentMonths } from '@pematang/contract/reports/insight/endpoints'
import { many, type Queryable } from '../../platform/db/database.ts'

type Sums = RepaymentMonths['before']
type Month = Sums & { month: string; thisMonth: string }

const back = 11
const ahead = 12

/**
 * The installments due to a lender and the repayments received, by month: the twenty-four months around this one, and
 * the sums before and after them. Of an installment that a restructuring has replaced, only the paid part counts as
 * due.
 */
export async function getRepaymentMonths(db: Queryable, lenderId: number): Promise<RepaymentMonths> {
  const rows = await many<Month>(
    db,
    'reports.insight.months',
    `with mine as (
       select s.loan_id, s.funding_id, s.first_no + place.n - 1 as no, s.principal[place.n] + s.interest[place.n] as due
         from funding_schedule s cross join lateral generate_series(1, cardinality(s.principal)) as place (n)
        where s.lender_id = $1 and not exists (select from holding_transfer_record t where t.funding_id = s.funding_id)
       union all
       select x.loan_id, x.funding_id, x.no, x.principal + x.interest from transferred_share x where x.lender_id = $1
     ), got as (
       select r.funding_id, r.no, p.paid_on, r.principal + r.interest as amount, r.penalty, r.tax
         from lender_repayment r join loan_payment p on p.id = r.payment_id where r.lender_id = $1
     ), paid as (
       select funding_id, no, sum(amount) as amount from got group by funding_id, no
     ), entry as (
       select i.due_date as on,
              case when i.superseded_on is null then m.due else coalesce(g.amount, 0) end as expected,
              0 as received, 0 as penalty, 0 as tax,
              case when i.superseded_on is null and w.loan_id is null and i.due_date < business_day(app_now())
                   then m.due - coalesce(g.amount, 0) else 0 end as late
         from mine m join installment i on i.loan_id = m.loan_id and i.no = m.no
         left join paid g on g.funding_id = m.funding_id and g.no = m.no
         left join write_off w on w.loan_id = m.loan_id
        where w.loan_id is null or i.due_date <= w.written_off_on
       union all
       select paid_on, 0, amount, penalty, tax, 0 from got
     )
     select to_char(entry.on, 'YYYY-MM') as month, to_char(business_day(app_now()), 'YYYY-MM') as "thisMonth",
            sum(expected)::bigint as expected, sum(received)::bigint as received, sum(penalty)::bigint as penalty,
            sum(tax)::bigint as tax, sum(late)::bigint as late
       from entry group by 1 union all
     select '', to_char(business_day(app_now()), 'YYYY-MM'), 0, 0, 0, 0, 0`,
    [lenderId],
  )
  const thisMonth = rows[0]?.thisMonth ?? ''
  const [first, last] = [addMonths(thisMonth, -back), addMonths(thisMonth, ahead)]
  const dated = rows.filter(({ month }) => month !== '')
  return {
    before: sumOf(dated.filter(({ month }) => month < first)),
    months: Array.from({ length: back + 1 + ahead }, (_, place) => {
      const month = addMonths(first, place)
      return { month, ...sumOf(dated.filter((row) => row.month === month)) }
    }),
    after: sumOf(dated.filter(({ month }) => month > last)),
  }
}

const sumOf = (rows: readonly Sums[]): Sums => ({
  expected: rows.reduce((sum, { expected }) => sum + expected, 0),
  received: rows.reduce((sum, { received }) => sum + received, 0),
  penalty: rows.reduce((sum, { penalty }) => sum + penalty, 0),
  tax: rows.reduce((sum, { tax }) => sum + tax, 0),
  late: rows.reduce((sum, { late }) => sum + late, 0),
})

/** Adds a number of months to a month, YYYY-MM. */
function addMonths(month: string, more: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + more
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}
