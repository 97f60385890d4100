import type { Invariant } from './invariant.ts'

/** A lender's fundings by the books alone: not by the view that the kept ones are made from. */
const lent = `
  select f.lender_id, f.id as funding_id, f.loan_id, l.borrower_id, lower(l.loan_number) as loan_number, f.state,
         case when f.state = 'REFUNDED' then 6
              else case p.status when 'ACTIVE' then 2 when 'RESTRUCTURED' then 3 when 'REPAID' then 4
                                 when 'WRITTEN_OFF' then 5 else 1 end end as phase,
         case when f.state = 'REFUNDED' or p.status = 'WRITTEN_OFF' then 0
              else coalesce(b.principal_due, f.amount) end as principal_due,
         case when f.state = 'REFUNDED' or p.status = 'WRITTEN_OFF' then 0
              else coalesce(b.interest_due, f.expected_interest) end as interest_due,
         f.state = 'SETTLED' and p.status in ('ACTIVE', 'RESTRUCTURED') as running
    from funding f join loan l on l.id = f.loan_id join loan_position p on p.loan_id = f.loan_id
    left join funding_balance b on b.lender_id = f.lender_id and b.funding_id = f.id
   where f.state in ('SETTLED', 'REFUNDED')`

/**
 * With the due date of the oldest installment that is not paid. It is asked for loan by loan: joined as a set it would be
 * gone through once for each funding, where the planner does not know how many there are.
 */
const lentWithDue = `
  select lent.*, case when running then (
           select min(i.due_date) from installment i
            where i.loan_id = lent.loan_id and i.superseded_on is null
              and (i.principal_paid < i.principal or i.interest_paid < i.interest)
         ) else 'infinity' end as oldest_due
    from (${lent}) lent`

export const readsInvariants: readonly Invariant[] = [
  {
    id: 'I23c',
    holds: 'each funding in the portfolio stands there as the books have it',
    sql: `
      select coalesce(f.funding_id, s.funding_id) as funding, f.phase, s.phase as kept, f.oldest_due,
             s.oldest_due as kept_due, f.principal_due, s.principal_due as kept_principal
        from (${lentWithDue}) f full join portfolio_standing s using (lender_id, funding_id)
       where (f.phase, f.oldest_due, f.principal_due, f.interest_due, f.borrower_id, f.loan_number)
               is distinct from (s.phase, s.oldest_due, s.principal_due, s.interest_due, s.borrower_id, s.loan_number)
      union all
      select coalesce(f.funding_id, r.funding_id), null, null, null, null, null, null
        from (${lent}) f full join portfolio_row r using (lender_id, funding_id)
       where (f.loan_id, f.borrower_id, f.loan_number)
               is distinct from (r.loan_id, r.borrower_id, r.loan_number)`,
  },
  {
    id: 'I23d',
    holds: 'the sums of a lender, and his borrowers, are those of his fundings',
    sql: `
      select lender_id, null::bigint as borrower, f.phases::text as sums, t.phases::text as kept
        from (
          select lender_id, sum(principal_due)::bigint as principal_due, sum(interest_due)::bigint as interest_due,
                 array[count(*) filter (where phase = 1), count(*) filter (where phase = 2),
                       count(*) filter (where phase = 3), count(*) filter (where phase = 4),
                       count(*) filter (where phase = 5), count(*) filter (where phase = 6)] as phases
            from (${lent}) lent group by lender_id
        ) f full join portfolio_total t using (lender_id)
       where (f.phases, f.principal_due, f.interest_due) is distinct from (t.phases, t.principal_due, t.interest_due)
      union all
      select lender_id, borrower_id, concat_ws(' ', f.lent, f.shown, f.name), concat_ws(' ', b.lent, b.shown, b.name)
        from (
          select lent.lender_id, lent.borrower_id, lower(who.name) as name, count(*) as shown,
                 count(*) filter (where lent.state = 'SETTLED') as lent
            from (${lent}) lent join borrower who on who.id = lent.borrower_id
           group by lent.lender_id, lent.borrower_id, who.name
        ) f full join portfolio_borrower b using (lender_id, borrower_id)
       where (f.name, f.lent, f.shown) is distinct from (b.name, b.lent, b.shown)`,
  },
  {
    id: 'I23e',
    holds:
      'the history of a lender is what his cash account moved for loans and what failed, and its days add up',
    sql: `
      with told as (
        select lender_id, 2 as type, case when state in ('SETTLED', 'REFUNDED') then 1 else 3 end as status, id::text as ref,
               -amount as amount
          from funding where state <> 'WAITING' and bulk_id is null
        union all
        select a.owner_id, 5, 1, case t.kind when 'REPAYMENT' then t.ref else t.journal_id::text end, t.amount
          from transfer t join account a on a.id = t.credit_account and a.kind = 'LENDER_CASH'
         where t.kind in ('REPAYMENT', 'REFUND')
      )
      select lender_id, type::int, status::int, ref, t.amount, h.amount as kept
        from told t full join (select lender_id, type, status, id::text as ref, amount from history_row) h
             using (lender_id, type, status, ref)
       where t.amount is distinct from h.amount
      union all
      select lender_id, type, status, day::text, h.rows, d.rows
        from (select lender_id, type, status, business_day(at) as day, count(*) as rows from history_row group by 1, 2, 3, 4) h
        full join history_day d using (lender_id, type, status, day)
       where h.rows is distinct from d.rows`,
  },
]
