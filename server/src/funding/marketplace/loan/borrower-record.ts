import type { BorrowerRecord } from '@pematang/contract/funding/marketplace/loan'
import { one, type Queryable } from '../../../platform/db/database.ts'

/**
 * SQL that counts the loans of a borrower by how they were repaid; each loan counts in the first group that applies.
 */
export const recordStatement = `
  select count(*)::integer as loans,
         count(*) filter (where standing = 'RUNNING')::integer as running,
         count(*) filter (where standing = 'REPAID')::integer as repaid,
         count(*) filter (where worst = 1)::integer as "writtenOff",
         count(*) filter (where worst = 2)::integer as "lateNow",
         count(*) filter (where worst = 3)::integer as restructured,
         count(*) filter (where worst = 4)::integer as "paidLate",
         count(*) filter (where worst = 5)::integer as "onTime"
    from (select standing, case when standing = 'WRITTEN_OFF' then 1
                                when oldest_due < (select business_day(app_now())) then 2
                                when restructured then 3 when paid_late then 4 else 5 end as worst
            from repayment_record where borrower_id = $1) loan`

/**
 * The repayment history of a borrower's disbursed loans. It has no amounts and no dates, so that nobody can be
 * identified.
 */
export const recordOf = (db: Queryable, borrowerId: number): Promise<BorrowerRecord> =>
  one<BorrowerRecord>(db, 'funding.marketplace.borrower_record', recordStatement, [borrowerId])
