import type { FirstSteps } from '@pematang/contract/reports/insight/endpoints'
import { one, type Queryable } from '../../platform/db/database.ts'

/**
 * Which steps a lender has taken towards a first signed funding. A reversed top-up and an expired reservation do not
 * count; a signed agreement counts even if its loan was cancelled.
 */
export function getFirstSteps(db: Queryable, lenderId: number): Promise<FirstSteps> {
  return one<FirstSteps>(
    db,
    'reports.insight.first_steps',
    `select (select coalesce(sum(amount), 0) from top_up where lender_id = $1)
            + (select coalesce(sum(amount), 0) from cash_opening where lender_id = $1)
            + (select coalesce(sum(amount), 0) from lender_correction where lender_id = $1 and type = 1) > 0 as deposited,
            exists (select from funding where lender_id = $1 and state in ('WAITING', 'SETTLED', 'REFUNDED'))
            or exists (select from bulk_funding_loan where lender_id = $1 and state = 'WAITING') as reserved,
            exists (select from funding where lender_id = $1 and state in ('SETTLED', 'REFUNDED')) as signed`,
    [lenderId],
  )
}
