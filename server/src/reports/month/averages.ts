import { type ClassifiedLoans, classifiedGiven, classifiedValues } from '../../loans/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import type { ClosedMonth } from './closed-month.ts'

/** Averages weighed by principal: of what is unpaid by the terms in force, or of what the month paid out. */
export type Average = {
  of: 'OUTSTANDING' | 'DISBURSED'
  /** DAY, WEEK or MONTH; empty for the average rate of all. */
  period: string
  loans: number
  weight: number
  /** The yearly rate in percent, four decimals. */
  interest: number
  /** In units of `period`, four decimals; of no meaning where that is empty. */
  tenor: number
}

export const averagesOf = (
  db: Queryable,
  { first, last, knownBefore }: ClosedMonth,
  loans: ClassifiedLoans,
): Promise<Average[]> =>
  many<Average>(
    db,
    'reports.month.averages',
    `${classifiedGiven}, changed as (
       select distinct on (t.loan_id) t.loan_id, t.interest, t.tenor, t.tenor_period from restructuring_record t
        where t.agreed_on <= $4 and t.created_at < $5
          and not exists (select from reversal r where r.kind = 'RESTRUCTURING' and r.of_id = t.loan_id || '/' || t.version
                             and r.created_at < $5)
        order by t.loan_id, t.version desc
     ), weighed as (
       select 'OUTSTANDING' as of, c.outstanding as weight, coalesce(t.interest, l.interest) as interest,
              coalesce(t.tenor, l.tenor) as tenor, coalesce(t.tenor_period, l.tenor_period) as period
         from classified c join loan l on l.id = c.loan_id left join changed t on t.loan_id = c.loan_id
       union all
       select 'DISBURSED', s.principal, l.interest, l.tenor, l.tenor_period
         from services_known($4, $5) s join loan l on l.id = s.loan_id where not s.opened and s.disbursed_on >= $6
     )
     select of, coalesce(period, '') as period, count(*)::integer as loans, sum(weight)::bigint as weight,
            round(sum(weight * interest) * 100 / sum(weight), 4)::float8 as interest,
            round(sum(weight * tenor) / sum(weight), 4)::float8 as tenor
       from weighed group by grouping sets ((of, period), (of)) order by of desc, 2`,
    [...classifiedValues(loans), last, knownBefore, first],
  )
