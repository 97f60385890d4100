import { type ClassifiedLoans, classifiedGiven, classifiedValues } from '../../loans/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import type { ClosedMonth } from './closed-month.ts'

/** Unpaid principal at the end of a month in whole rupiah, and its loans; `value` is empty where it is not known. */
export type OutstandingGroup = {
  dimension: 'TOTAL' | 'QUALITY' | 'LOAN_TYPE' | 'SECTOR' | 'PROVINCE'
  value: string
  loans: number
  outstanding: number
}

/** The unpaid principal by quality class, loan type, sector and province of the borrower, each with the same total. */
export const outstandingOf = (
  db: Queryable,
  { knownBefore }: ClosedMonth,
  loans: ClassifiedLoans,
): Promise<OutstandingGroup[]> =>
  many<OutstandingGroup>(
    db,
    'reports.month.outstanding',
    `${classifiedGiven}, told as (
       select distinct on (loan_id) loan_id, sector, province from loan_facts where kept_at < $4
        order by loan_id, version desc
     ), one as (
       select case when c.quality_days = 0 then 'LANCAR' when c.quality_days <= 30 then 'DALAM_PERHATIAN_KHUSUS'
                   when c.quality_days <= 60 then 'KURANG_LANCAR' when c.quality_days <= 90 then 'DIRAGUKAN'
                   else 'MACET' end as quality,
              t.name as loan_type, coalesce(f.sector, '') as sector, coalesce(f.province, '') as province, c.outstanding
         from classified c join loan l on l.id = c.loan_id join loan_type t on t.id = l.loan_type_id
         left join told f on f.loan_id = c.loan_id
     )
     select case 0 when grouping(quality) then 'QUALITY' when grouping(loan_type) then 'LOAN_TYPE'
                   when grouping(sector) then 'SECTOR' when grouping(province) then 'PROVINCE' else 'TOTAL' end as dimension,
            coalesce(quality, loan_type, sector, province, '') collate "C" as value, count(*)::integer as loans,
            coalesce(sum(outstanding), 0)::bigint as outstanding
       from one group by grouping sets ((quality), (loan_type), (sector), (province), ()) order by 1, 2`,
    [...classifiedValues(loans), knownBefore],
  )
