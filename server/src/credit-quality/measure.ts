import { one, type Queryable } from '../platform/db/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { BusinessDate } from '../servicing/schedule/index.ts'
import { oneQualityFrom, type QualityFigures } from '../servicing/quality/index.ts'

/**
 * Every loan with something outstanding now: unpaid principal, and the due date of its oldest overdue installment, if
 * any. What an installment has been paid is kept on it, and money always went to the oldest, so only open installments
 * that fell due are looked at. Ends a WITH list that began with `at`.
 */
const loansNow = `
  late as (
    select loan_id, min(due_date) as oldest_due from installment
     where superseded_on is null and principal_paid + interest_paid < principal + interest
       and due_date < (select day from at)
     group by loan_id
  ), loans as (
    select s.loan_id, l.borrower_id, s.principal_due as outstanding, late.oldest_due
      from loan_servicing s join loan l on l.id = s.loan_id left join late on late.loan_id = s.loan_id
     where s.principal_due > 0 and not exists (select from write_off w where w.loan_id = s.loan_id)
  )`

/**
 * Every loan with something outstanding at the end of day $1, by value dates, whatever has become known or happened
 * since. Loans on which nothing has are read as in `loansNow`. Of the others, which moved since, all payments up to that
 * day are counted towards the installments in force on it, the oldest first: an installment that another version had
 * replaced by then asks for what was paid on it. One of a version that came later was not overdue on that day, because
 * no installment falls due before its version began.
 */
const loansOnDay = `
  moved as (
    select loan_id, sum(principal)::bigint as principal from (
      select loan_id, principal from loan_payment where paid_on > $1
      union all select loan_id, 0 from installment where superseded_on > $1
    ) since group by loan_id
  ), paid as (
    select p.loan_id, sum(p.principal + p.interest) as pool from loan_payment p join moved using (loan_id)
     where p.paid_on <= $1 group by p.loan_id
  ), asked as (
    select i.loan_id, i.due_date,
           sum(case when i.superseded_on <= $1 then i.principal_paid + i.interest_paid
                    else i.principal + i.interest end) over (partition by i.loan_id order by i.no) as through
      from moved join loan_servicing s using (loan_id) join installment i using (loan_id)
     where s.version > 1 or i.due_date < $1
  ), late as (
    select loan_id, min(due_date) as oldest_due from installment i
     where superseded_on is null and principal_paid + interest_paid < principal + interest and due_date < $1
       and not exists (select from moved where moved.loan_id = i.loan_id)
     group by loan_id
    union all
    select loan_id, min(due_date) from asked left join paid using (loan_id)
     where due_date < $1 and through > coalesce(pool, 0) group by loan_id
  ), loans as (
    select s.loan_id, l.borrower_id, s.principal_due + coalesce(moved.principal, 0) as outstanding, late.oldest_due
      from loan_servicing s join loan l on l.id = s.loan_id
      left join moved on moved.loan_id = s.loan_id left join late on late.loan_id = s.loan_id
     where s.disbursed_on <= $1 and s.principal_due + coalesce(moved.principal, 0) > 0
       and not exists (select from write_off w where w.loan_id = s.loan_id and w.written_off_on <= $1)
  )`

/**
 * Days late of each loan, and the days by which its quality goes: from a certain total on a borrower has one quality, the
 * worst of his loans.
 */
const judge = `
  select loan_id, outstanding, days_late,
         case when sum(outstanding) over borrower >= (select one_quality_from from at)
              then max(days_late) over borrower else days_late end as quality_days
    from (select loan_id, borrower_id, outstanding,
                 coalesce((select day from at) - oldest_due, 0) as days_late from loans) aged
  window borrower as (partition by borrower_id)`

/** The sums over `judged`, in the words of `QualityFigures`. */
export const sumsOfJudged = `
  select count(*)::integer as loans, coalesce(sum(outstanding), 0)::bigint as total,
         coalesce(sum(outstanding) filter (where quality_days = 0), 0)::bigint as "LANCAR",
         coalesce(sum(outstanding) filter (where quality_days between 1 and 30), 0)::bigint as "DALAM_PERHATIAN_KHUSUS",
         coalesce(sum(outstanding) filter (where quality_days between 31 and 60), 0)::bigint as "KURANG_LANCAR",
         coalesce(sum(outstanding) filter (where quality_days between 61 and 90), 0)::bigint as "DIRAGUKAN",
         coalesce(sum(outstanding) filter (where quality_days > 90), 0)::bigint as "MACET"
    from judged`

/** All loans behind the figures of a day: a WITH list that ends in `judged`. $1 is the day, $2 `oneQualityFrom`. */
export const judgedOnDay = `with at as (select $1::date as day, $2::bigint as one_quality_from), ${loansOnDay},
  judged as materialized (${judge})`

export type Measured = QualityFigures & { loans: number }

/** The quality of all loans at this moment. */
export function measureNow(db: Queryable): Promise<Measured> {
  return one<Measured>(
    db,
    'credit_quality.now',
    `with at as (select business_day(app_now()) as day, $1::bigint as one_quality_from), ${loansNow},
       judged as (${judge}) ${sumsOfJudged}`,
    [oneQualityFrom],
  )
}

/** The quality of all loans at the end of a day by what is known now, which for a closed day may be more than was then. */
export function measureOn(db: Queryable, day: BusinessDate): Promise<Measured> {
  return one<Measured>(db, 'credit_quality.on_day', `${judgedOnDay} ${sumsOfJudged}`, [day, oneQualityFrom])
}

/**
 * The same for whoever asks for a day.
 * @throws Refusal DATE_IN_FUTURE, because nobody knows what will have been paid by then
 */
export async function qualityOn(db: Queryable, day: BusinessDate): Promise<Measured> {
  const { future } = await one<{ future: boolean }>(
    db,
    'credit_quality.future',
    'select $1::date > business_day(app_now()) as future',
    [day],
  )
  if (future) throw new Refusal('DATE_IN_FUTURE')
  return measureOn(db, day)
}
