import type { Context } from '../../context.ts'
import { one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { isAlone } from './raise.ts'

/**
 * Records the loans that have become late, and the late loans that no longer are, because they were paid or
 * restructured. Each change is recorded once.
 */
export function noteLateLoans({ db }: Pick<Context, 'db'>): Promise<{ late: number; back: number }> {
  return inTransaction(db, { repeatable: true }, async (tx) => {
    if (!(await isAlone(tx))) return { late: 0, back: 0 }
    return one<{ late: number; back: number }>(
      tx,
      'loans.notices.late',
      `with today as (select business_day(app_now()) as day),
       late as (
         insert into late_loan_noted (loan_id)
         select loan_id from repayment_record, today where standing = 'RUNNING' and oldest_due < today.day
             on conflict do nothing returning loan_id
       ), over as (
         delete from late_loan_noted n using repayment_record r, today
          where r.loan_id = n.loan_id and (r.standing <> 'RUNNING' or r.oldest_due >= today.day)
         returning n.loan_id, r.standing, r.restructured, n.noted_at
       ), back as (
         select loan_id from over o
          where standing = 'RUNNING' and not exists (
            select from restructuring t where t.loan_id = o.loan_id and t.created_at >= o.noted_at)
       ), noted as (
         insert into loan_event (kind, loan_id)
         select 'LATE', loan_id from late union all select 'BACK_ON_SCHEDULE', loan_id from back
       )
       select (select count(*) from late) as late, (select count(*) from back) as back`,
    )
  })
}
