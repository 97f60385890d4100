import type { Invariant } from './invariant.ts'

export const reportInvariants: readonly Invariant[] = [
  {
    id: 'I45',
    holds:
      'each version of a schedule has the time at which it was recorded, and each installment out of force the time of a change',
    sql: `
      select i.loan_id, i.no, i.version from installment i
       where not exists (select from schedule_version v where v.loan_id = i.loan_id and v.version = i.version)
          or i.superseded_on is not null
             and not exists (select from schedule_change c where c.loan_id = i.loan_id and c.no = i.no and c.was_in_force)`,
  },
  {
    id: 'I45b',
    holds:
      'the cash of each confirmation of balances is the sum of the transfers recorded by the end of its day',
    sql: `
      select c.number, c.cash, moved.cash as recorded
        from balance_confirmation c cross join lateral (
          select coalesce(sum(case when t.credit_account = a.id then t.amount else -t.amount end), 0)::bigint as cash
            from account a join transfer t
              on (t.credit_account = a.id and t.credit_seq is not null or t.debit_account = a.id and t.debit_seq is not null)
             and t.created_at < (c.as_of + 1)::timestamp at time zone 'Asia/Jakarta'
           where a.owner_id = c.lender_id and a.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')
        ) moved
       where moved.cash <> c.cash`,
  },
]
