import { many, one, type Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { borrowerQualityThreshold, type QualityFigures } from './buckets.ts'

/**
 * SQL: every loan with unpaid principal now, and the due date of its oldest overdue installment. Payments are already
 * allocated to installments, so only unpaid due installments are read. Continues a WITH list that begins with `at`.
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
 * SQL: every loan with unpaid principal at the end of day $1, by value dates. Loans that have not changed since are read
 * as in `loansNow`. For the others, payments up to that day are counted towards the installments in force on it, oldest
 * first; an installment superseded by then counts with what was paid on it, and is not late itself, nor is one of a
 * version that was taken back. A later version cannot have been overdue on that day, because no installment falls due
 * before its version begins. Ends within the condition of `loans`.
 */
const lentOnDay = `
  moved as (
    select loan_id, sum(principal)::bigint as principal from (
      select loan_id, principal from loan_payment where paid_on > $1
      union all select loan_id, 0 from installment where superseded_on > $1
    ) since group by loan_id
  ), paid as (
    select p.loan_id, sum(p.principal + p.interest) as pool from loan_payment p join moved using (loan_id)
     where p.paid_on <= $1 group by p.loan_id
  ), asked as (
    select i.loan_id, i.due_date, coalesce(i.superseded_on > $1, true) as in_force,
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
     where in_force and due_date < $1 and through > coalesce(pool, 0) group by loan_id
  ), loans as (
    select s.loan_id, l.borrower_id, s.principal_due + coalesce(moved.principal, 0) as outstanding, late.oldest_due
      from loan_servicing s join loan l on l.id = s.loan_id
      left join moved on moved.loan_id = s.loan_id left join late on late.loan_id = s.loan_id
     where s.disbursed_on <= $1 and s.principal_due + coalesce(moved.principal, 0) > 0`

/** SQL: those of them that are not written off by then. */
export const loansOnDay = `${lentOnDay}
       and not exists (select from write_off w where w.loan_id = s.loan_id and w.written_off_on <= $1)
  )`

/**
 * SQL: days late of each loan, and the days that decide its quality. A borrower whose loans reach a total threshold has
 * the quality of the worst loan for all of them.
 */
export const classify = `
  select loan_id, outstanding, days_late,
         case when sum(outstanding) over borrower >= (select one_quality_from from at)
              then max(days_late) over borrower else days_late end as quality_days
    from (select loan_id, borrower_id, outstanding,
                 coalesce((select day from at) - oldest_due, 0) as days_late from loans) aged
  window borrower as (partition by borrower_id)`

/** SQL: the sums over `classified`, with the fields of `QualityFigures`. */
export const sumsOfClassified = `
  select count(*)::integer as loans, coalesce(sum(outstanding), 0)::bigint as total,
         coalesce(sum(outstanding) filter (where quality_days = 0), 0)::bigint as "LANCAR",
         coalesce(sum(outstanding) filter (where quality_days between 1 and 30), 0)::bigint as "DALAM_PERHATIAN_KHUSUS",
         coalesce(sum(outstanding) filter (where quality_days between 31 and 60), 0)::bigint as "KURANG_LANCAR",
         coalesce(sum(outstanding) filter (where quality_days between 61 and 90), 0)::bigint as "DIRAGUKAN",
         coalesce(sum(outstanding) filter (where quality_days > 90), 0)::bigint as "MACET"
    from classified`

/**
 * SQL: all loans behind the figures of a day, as a WITH list that ends in `classified`. $1 is the day, $2
 * `borrowerQualityThreshold`.
 */
export const classifiedOnDay = `with at as (select $1::date as day, $2::bigint as one_quality_from), ${loansOnDay},
  classified as materialized (${classify})`

export type Measured = QualityFigures & { loans: number }

export function measureNow(db: Queryable): Promise<Measured & { asOf: BusinessDate }> {
  return one<Measured & { asOf: BusinessDate }>(
    db,
    'loans.credit-quality.now',
    `with at as (select business_day(app_now()) as day, $1::bigint as one_quality_from), ${loansNow},
       classified as (${classify}) select at.day as "asOf", sums.* from at, (${sumsOfClassified}) sums`,
    [borrowerQualityThreshold],
  )
}

/** The quality of all loans at the end of a day by current data; a closed day may have been stored with less data. */
export function measureOn(db: Queryable, day: BusinessDate): Promise<Measured> {
  return one<Measured>(db, 'loans.credit-quality.on_day', `${classifiedOnDay} ${sumsOfClassified}`, [
    day,
    borrowerQualityThreshold,
  ])
}

/**
 * All loans with unpaid principal at the end of a day, and the days late that decide their quality: arrays in PostgreSQL's
 * own text, in one order, because they only go back to it.
 */
export type ClassifiedLoans = { loanIds: string; outstanding: string; qualityDays: string }

/**
 * The loans at the end of a day by what was recorded before an instant (`infinity`: by what is known now). Reading them
 * takes long, so a report reads them once.
 */
export const loansAsKnown = (
  db: Queryable,
  day: BusinessDate,
  knownBefore: Date | 'infinity',
): Promise<ClassifiedLoans> =>
  one<ClassifiedLoans>(
    db,
    'loans.credit-quality.as_known',
    `with at as (select $1::date as day, $3::bigint as one_quality_from),
       loans as (select * from loans_known($1, $2::timestamptz)), classified as (${classify})
     select coalesce(array_agg(loan_id), '{}')::text as "loanIds",
            coalesce(array_agg(outstanding), '{}')::text as outstanding,
            coalesce(array_agg(quality_days), '{}')::text as "qualityDays" from classified`,
    [day, knownBefore, borrowerQualityThreshold],
  )

/** SQL: the rows of `ClassifiedLoans`, whose values are the first three; begins a WITH list. */
export const classifiedGiven = `with classified as (
    select * from unnest($1::bigint[], $2::bigint[], $3::integer[]) as loan (loan_id, outstanding, quality_days)
  )`

/** The first values of a statement with `classifiedGiven`. */
export const classifiedValues = ({ loanIds, outstanding, qualityDays }: ClassifiedLoans): string[] => [
  loanIds,
  outstanding,
  qualityDays,
]

/** The quality of loans that were read once. */
export const measureOf = (db: Queryable, loans: ClassifiedLoans): Promise<Measured> =>
  one<Measured>(
    db,
    'loans.credit-quality.of_loans',
    `${classifiedGiven} ${sumsOfClassified}`,
    classifiedValues(loans),
  )

/**
 * Measures a day that a user requests.
 * @throws Refusal DATE_IN_FUTURE
 */
export async function qualityOn(db: Queryable, day: BusinessDate): Promise<Measured> {
  const { future } = await one<{ future: boolean }>(
    db,
    'loans.credit-quality.future',
    'select $1::date > business_day(app_now()) as future',
    [day],
  )
  if (future) throw new Refusal('DATE_IN_FUTURE')
  return measureOn(db, day)
}

/** SQL: as `classifiedOnDay`, but a write-off that was recorded after the day leaves the loan as late as it was. */
const classifiedForPapers = `with at as (select $1::date as day, $2::bigint as one_quality_from), ${lentOnDay}
       and not exists (select from write_off w where w.loan_id = s.loan_id and business_day(w.created_at) <= $1)
  ), classified as materialized (${classify})`

/**
 * The loans below the best quality at the end of a day, with the days late that decide it: as stored for a closed day,
 * by current data for an open one.
 */
export async function lateLoansOn(
  db: Queryable,
  day: BusinessDate,
): Promise<{ loanIds: number[]; days: number[] }> {
  const { closed } = await one<{ closed: boolean }>(
    db,
    'loans.credit-quality.is_closed',
    'select exists (select from day_close where date = $1) as closed',
    [day],
  )
  const rows = closed
    ? await many<LateLoan>(
        db,
        'loans.credit-quality.late_closed',
        'select loan_id as "loanId", quality_days as days from day_close_late where date = $1 and quality_days > 0',
        [day],
      )
    : await many<LateLoan>(
        db,
        'loans.credit-quality.late_on_day',
        `${classifiedForPapers} select loan_id as "loanId", quality_days as days from classified where quality_days > 0`,
        [day, borrowerQualityThreshold],
      )
  return { loanIds: rows.map(({ loanId }) => loanId), days: rows.map(({ days }) => days) }
}

type LateLoan = { loanId: number; days: number }
