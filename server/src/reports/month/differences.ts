import type { BusinessDate } from '@pematang/contract/format/business-date'
import { type ClassifiedLoans, classifiedGiven, classifiedValues } from '../../loans/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import type { ClosedMonth } from './closed-month.ts'

/** What was recorded after the closing of a day with a value date up to it. */
type Reason = {
  what:
    | 'PAYMENT'
    | 'PAYMENT_REVERSED'
    | 'DISBURSEMENT'
    | 'DISBURSEMENT_REVERSED'
    | 'WRITE_OFF'
    | 'WRITE_OFF_REVERSED'
    | 'RESTRUCTURING'
    | 'RESTRUCTURING_REVERSED'
  /** The reference of a payment; empty for the others. */
  reference: string
  recordedOn: BusinessDate
}

/**
 * A loan that stands otherwise by what is known today than it did when the day was closed: unpaid principal in whole rupiah
 * (0 where it did not count) and the days late that decide its quality (null likewise).
 */
export type Difference = {
  loanNumber: string
  closed: number
  closedDays: number | null
  today: number
  todayDays: number | null
  /** Empty where only another loan of the borrower changed, whose quality it shares. */
  reasons: Reason[]
}

/** The loans at the end of a month as known at its closing, and as known today. */
export type ClosedAndToday = { closed: ClassifiedLoans; today: ClassifiedLoans }

/** The loans behind the difference between a closed day and what is known of it today, each with the reasons. */
export const differencesOf = (
  db: Queryable,
  { last, knownBefore }: ClosedMonth,
  { closed, today }: ClosedAndToday,
): Promise<Difference[]> =>
  many<Difference>(
    db,
    'reports.month.differences',
    `${classifiedGiven}, today as (
       select * from unnest($4::bigint[], $5::bigint[], $6::integer[]) as loan (loan_id, outstanding, quality_days)
     ), differs as materialized (
       select loan_id, coalesce(c.outstanding, 0) as closed, c.quality_days as closed_days,
              coalesce(t.outstanding, 0) as today, t.quality_days as today_days
         from classified c full join today t using (loan_id)
        where (c.outstanding, c.quality_days) is distinct from (t.outstanding, t.quality_days)
     ), reason (loan_id, what, reference, at) as (
       select p.loan_id, case when sum(p.principal + p.interest) > 0 then 'PAYMENT' else 'PAYMENT_REVERSED' end, p.reference,
              max(p.created_at)
         from differs d join loan_payment p on p.loan_id = d.loan_id where p.paid_on <= $7 and p.created_at >= $8
        group by p.loan_id, p.reference having sum(p.principal + p.interest) <> 0
       union all
       select s.loan_id, 'DISBURSEMENT', '', s.created_at from differs d join loan_servicing s on s.loan_id = d.loan_id
        where s.disbursed_on <= $7 and s.created_at >= $8
       union all
       select s.loan_id, 'DISBURSEMENT_REVERSED', '', s.ended_at from differs d join ended_servicing s on s.loan_id = d.loan_id
        where s.disbursed_on <= $7 and s.recorded_at < $8 and s.ended_at >= $8
       union all
       select w.loan_id, 'WRITE_OFF', '', w.created_at from differs d join write_off w on w.loan_id = d.loan_id
        where w.written_off_on <= $7 and w.created_at >= $8
       union all
       select w.loan_id, 'WRITE_OFF_REVERSED', '', r.created_at from differs d join write_off_record w on w.loan_id = d.loan_id
         join reversal r on r.kind = 'WRITE_OFF' and r.of_id = w.id::text
        where w.written_off_on <= $7 and w.created_at < $8 and r.created_at >= $8
       union all
       select n.loan_id, 'RESTRUCTURING', '', n.created_at from differs d join restructuring n on n.loan_id = d.loan_id
        where n.agreed_on <= $7 and n.created_at >= $8
       union all
       select n.loan_id, 'RESTRUCTURING_REVERSED', '', r.created_at
         from differs d join restructuring_record n on n.loan_id = d.loan_id
         join reversal r on r.kind = 'RESTRUCTURING' and r.of_id = n.loan_id || '/' || n.version
        where n.agreed_on <= $7 and n.created_at < $8 and r.created_at >= $8
     )
     select l.loan_number as "loanNumber", d.closed, d.closed_days as "closedDays", d.today, d.today_days as "todayDays",
            coalesce((select json_agg(json_build_object('what', r.what, 'reference', r.reference,
                                        'recordedOn', business_day(r.at)) order by r.at, r.what, r.reference)
                        from reason r where r.loan_id = d.loan_id), '[]') as reasons
       from differs d join loan l on l.id = d.loan_id order by l.loan_number collate "C"`,
    [...classifiedValues(closed), ...classifiedValues(today), last, knownBefore],
  )
