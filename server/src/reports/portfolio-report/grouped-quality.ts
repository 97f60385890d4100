import type { BusinessDate } from '@pematang/contract/format/business-date'
import { borrowerQualityThreshold } from '../../loans/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { recordedDaysLate, recordedLoans } from './recorded-loans.ts'

// $1 the instant, $2 the day, $3 the borrowers, $4 `borrowerQualityThreshold`. The total ever offered to a borrower is
// an upper bound of their debt, so only the loans of borrowers with a large total are read.
const worst = `
  with large as materialized (
    select l.borrower_id from loan l join loan_position p on p.loan_id = l.id
     where l.borrower_id = any($3::bigint[]) and p.status not in ('DRAFT', 'DELETED')
     group by l.borrower_id having sum(p.total) >= $4
  ), asked as (select id as loan_id from loan where borrower_id in (select borrower_id from large)), ${recordedLoans}
  select l.borrower_id as "borrowerId", max(${recordedDaysLate}) as "daysLate"
    from recorded join loan l on l.id = recorded.loan_id
   where not recorded.written_off and recorded.outstanding > 0
   group by l.borrower_id having sum(recorded.outstanding) >= $4`

/**
 * The highest days late among the loans of each borrower whose debt on a day was so large that all their loans share
 * one quality (SEOJK 19/2025). Loans of all lenders count.
 */
export async function groupedQuality(
  db: Queryable,
  borrowers: ReadonlySet<number>,
  { day, until }: { day: BusinessDate; until: Date },
): Promise<ReadonlyMap<number, number>> {
  const found = await many<{ borrowerId: number; daysLate: number }>(
    db,
    'reports.portfolio-report.worst',
    worst,
    [until, day, [...borrowers], borrowerQualityThreshold],
  )
  return new Map(found.map(({ borrowerId, daysLate }) => [borrowerId, daysLate]))
}
