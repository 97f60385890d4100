import type { Invariant } from './invariant.ts'

export const statementInvariants: readonly Invariant[] = [
  {
    id: 'I46',
    holds:
      'each statement begins where the one of the month before ended, account by account: with the next movement and the same balance, to the rupiah; and its closing balance is that of the ledger after its last movement',
    sql: `
      select s.lender_id, s.month, s.account_id, s.opening, s.closing from (
        select a.*, lag(last_seq) over w as ended, lag(closing) over w as closed, lag(month) over w as before
          from statement_account a window w as (partition by lender_id, account_id order by month)
      ) s
       where s.before is not null
         and (s.after_seq <> s.ended or s.opening <> s.closed or s.month <> s.before + interval '1 month')
          or s.before is null and s.opening <> balance_after(s.account_id, s.after_seq)
      union all
      select a.lender_id, a.month, a.account_id, a.opening, a.closing from statement_account a
        left join transfer d on d.debit_account = a.account_id and d.debit_seq = a.last_seq
        left join transfer c on c.credit_account = a.account_id and c.credit_seq = a.last_seq
       where a.closing <> coalesce(d.debit_balance_after, c.credit_balance_after, 0)
          or a.last_seq > 0 and d.id is null and c.id is null`,
  },
  {
    id: 'I46b',
    holds:
      'a statement is of the cash accounts of its lender: its balances and the number of its movements are theirs together, and its PDF is the one that was kept',
    sql: `
      select s.lender_id, s.month, s.opening, s.closing, s.movements from statement s
        left join lateral (
          select sum(a.opening) as opening, sum(a.closing) as closing, sum(a.last_seq - a.after_seq) as movements,
                 bool_and(o.owner_id = s.lender_id and o.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')) as own
            from statement_account a join account o on o.id = a.account_id
           where a.lender_id = s.lender_id and a.month = s.month
        ) parts on true
       where s.opening is distinct from parts.opening or s.closing is distinct from parts.closing
          or s.movements is distinct from parts.movements or not parts.own
      union all
      select lender_id, month, null, null, null from statement_pdf where sha256 <> sha256(bytes)`,
  },
  {
    id: 'I46c',
    holds:
      'every lender who was registered by then has the statement of each month of which the last day was closed more than a day ago',
    sql: `
      select l.id as lender_id, d.date as month_end from day_close d
        join lender l on l.created_at < (d.date + 1)::timestamp at time zone 'Asia/Jakarta' and not l.is_member
       where extract(day from d.date + 1) = 1 and d.created_at < app_now() - interval '1 day'
         and not exists (select from statement s
                          where s.lender_id = l.id and s.month = date_trunc('month', d.date)::date)`,
  },
]
