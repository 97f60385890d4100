import type { Invariant } from './invariant.ts'

/** Each lender who held a funding once, and whether they hold it no more; not through the view that fills the read model. */
const held = `
  select f.lender_id, f.id, f.loan_id, f.amount, f.expected_interest, f.state,
         coalesce(now.to_lender, f.lender_id) <> f.lender_id as gone
    from funding f left join (
      select distinct on (funding_id) funding_id, to_lender from holding_transfer order by funding_id, value_date desc) now
      on now.funding_id = f.id
  union all
  select t.to_lender, t.funding_id, t.loan_id, t.principal, t.interest, 'SETTLED',
         coalesce(now.to_lender, t.origin_lender) <> t.to_lender
    from (select distinct on (funding_id, to_lender) * from holding_transfer_record
           where to_lender <> origin_lender order by funding_id, to_lender, recorded_at, id) t
    left join (
      select distinct on (funding_id) funding_id, to_lender from holding_transfer order by funding_id, value_date desc) now
      using (funding_id)`

/** A lender's fundings computed from the books alone, not through the view that fills the read model. */
const lent = `
  select f.lender_id, f.id as funding_id, f.loan_id, l.borrower_id, lower(l.loan_number) as loan_number, f.state,
         case when f.state = 'REFUNDED' then 6
              when f.gone then 4
              else case p.status when 'ACTIVE' then 2 when 'RESTRUCTURED' then 3 when 'REPAID' then 4
                                 when 'WRITTEN_OFF' then 5 else 1 end end as phase,
         case when f.state = 'REFUNDED' or p.status = 'WRITTEN_OFF' then 0
              else coalesce(b.principal_due, f.amount) end as principal_due,
         case when f.state = 'REFUNDED' or p.status = 'WRITTEN_OFF' then 0
              else coalesce(b.interest_due, f.expected_interest) end as interest_due,
         f.state = 'SETTLED' and not f.gone and p.status in ('ACTIVE', 'RESTRUCTURED') as running
    from (${held}) f join loan l on l.id = f.loan_id join loan_position p on p.loan_id = f.loan_id
    left join funding_balance b on b.lender_id = f.lender_id and b.funding_id = f.id
   where f.state in ('SETTLED', 'REFUNDED')`

/**
 * The fundings with the due date of the oldest unpaid installment. This is a subquery for each funding, not a join: as
 * the planner does not know how many fundings there are, it would scan the joined set once for each of them.
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
    holds: 'the sums of a lender, also by type and rating, and their borrowers, are those of their fundings',
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
          select lent.lender_id, lent.borrower_id, search_form(who.name) as name, count(*) as shown,
                 count(*) filter (where lent.state = 'SETTLED') as lent
            from (${lent}) lent join borrower who on who.id = lent.borrower_id
           group by lent.lender_id, lent.borrower_id, who.name
        ) f full join portfolio_borrower b using (lender_id, borrower_id)
       where (f.name, f.lent, f.shown) is distinct from (b.name, b.lent, b.shown)
      union all
      select lender_id, null, concat_ws(' ', loan_type_id, grade, f.principal_due), m.principal_due::text
        from (
          select lent.lender_id, l.loan_type_id, coalesce(l.grade, '') as grade, sum(lent.principal_due) as principal_due
            from (${lent}) lent join loan l on l.id = lent.loan_id group by 1, 2, 3
        ) f full join portfolio_mix m using (lender_id, loan_type_id, grade)
       where coalesce(f.principal_due, 0) <> coalesce(m.principal_due, 0)
      union all
      select lender_id, borrower_id, f.principal_due::text, d.principal_due::text
        from (select lender_id, borrower_id, sum(principal_due) as principal_due from (${lent}) lent group by 1, 2) f
        full join portfolio_borrower_due d using (lender_id, borrower_id)
       where coalesce(f.principal_due, 0) <> coalesce(d.principal_due, 0)`,
  },
  {
    id: 'I23e',
    holds:
      'the history of a lender is what their cash account moved for loans and what failed, at its time, and its days add up',
    sql: `
      with told as (
        select lender_id, 2 as type, case when state in ('SETTLED', 'REFUNDED') then 1 else 3 end as status, id::text as ref,
               -amount as amount, case state when 'REFUNDED' then (
                 select t.created_at from transfer t where t.ref = funding.id::text and t.kind = 'FUNDING') else ended_at end as at
          from funding where state <> 'WAITING' and bulk_id is null
           and not exists (select from archived_agreement g where g.funding_id = funding.id and g.principal_left is not null)
        union all
        select a.owner_id, 5, 1, case t.kind when 'REPAYMENT' then t.ref else t.journal_id::text end, t.amount, t.created_at
          from transfer t join account a on a.id = t.credit_account and a.kind = 'LENDER_CASH'
         where t.kind in ('REPAYMENT', 'REFUND')
      )
      select lender_id, type::int, status::int, ref, t.amount, h.amount as kept
        from told t full join (select lender_id, type, status, id::text as ref, amount, at from history_row) h
             using (lender_id, type, status, ref)
       where (t.amount, t.at) is distinct from (h.amount, h.at)
      union all
      select lender_id, type, status, day::text, h.rows, d.rows
        from (select lender_id, type, status, business_day(at) as day, count(*) as rows from history_row group by 1, 2, 3, 4) h
        full join history_day d using (lender_id, type, status, day)
       where h.rows is distinct from d.rows`,
  },
  {
    id: 'I23f',
    holds:
      'the counts of the marketplace, with the changes that are not added to them yet, are those of the listed loans',
    sql: `
      with listed as (
        select offer_until, loan_id >> 48 as id_range, offer_from, loan_type_id, tenor from loan_position where listed
      )
      select offer_until, id_range::int, loan_type_id, tenor, l.loans, k.loans as kept
        from (select offer_until, id_range, loan_type_id, tenor, count(*) as loans from listed group by 1, 2, 3, 4) l
        full join (select offer_until, id_range, loan_type_id, tenor, sum(loans) as loans from (
                     select offer_until, id_range, loan_type_id, tenor, loans from listing_range
                      union all select offer_until, id_range, loan_type_id, tenor, loans from listing_change) one
                    group by 1, 2, 3, 4) k using (offer_until, id_range, loan_type_id, tenor)
       where coalesce(l.loans, 0) <> coalesce(k.loans, 0)
      union all
      select offer_until, null, loan_type_id, tenor, l.loans, k.loans
        from (select offer_until, loan_type_id, tenor, greatest(offer_from, business_day(app_now())) as begins,
                     count(*) as loans from listed group by 1, 2, 3, 4) l
        full join (select offer_until, loan_type_id, tenor, greatest(offer_from, business_day(app_now())) as begins,
                          sum(loans) as loans from (
                     select offer_until, offer_from, loan_type_id, tenor, loans from listing_day
                      union all select offer_until, offer_from, loan_type_id, tenor, loans from listing_change) one
                    group by 1, 2, 3, 4) k using (offer_until, loan_type_id, tenor, begins)
       where coalesce(l.loans, 0) <> coalesce(k.loans, 0)`,
  },
  {
    id: 'I23g',
    holds: 'the record of each loan that was paid out says how it stands and whether it was paid on time',
    sql: `
      with owed as (
        select loan_id, due_date, superseded_on is null as in_force,
               principal_paid = principal and interest_paid = interest as complete, principal + interest > 0 as is_due,
               sum(case when superseded_on is null then principal + interest else principal_paid + interest_paid end)
                 over (partition by loan_id order by no) as through
          from installment
      ), event as (
        select loan_id, due_date as day, 1 as place, 0 as paid, in_force and complete and is_due as counts, through from owed
         union all
        select loan_id, paid_on, 0, principal + interest, false, 0 from loan_payment
      ), late as (
        select distinct loan_id from (
          select loan_id, counts, through, sum(paid) over (partition by loan_id order by day, place) as pool from event) told
         where counts and through > pool
      ), unpaid as (
        select loan_id, min(due_date) as oldest from owed where in_force and not complete group by loan_id
      ), truth as (
        select p.loan_id, l.borrower_id,
               case p.status when 'REPAID' then 'REPAID' when 'WRITTEN_OFF' then 'WRITTEN_OFF' else 'RUNNING' end as standing,
               exists (select from restructuring r where r.loan_id = p.loan_id) as restructured,
               late.loan_id is not null as paid_late,
               case when p.status in ('ACTIVE', 'RESTRUCTURED') then coalesce(unpaid.oldest, 'infinity')
                    else 'infinity' end as oldest_due
          from loan_position p join loan l on l.id = p.loan_id
          left join late using (loan_id) left join unpaid using (loan_id)
         where p.status in ('ACTIVE', 'RESTRUCTURED', 'REPAID', 'WRITTEN_OFF')
      )
      select loan_id, t.standing, r.standing as kept, t.restructured, r.restructured as kept_restructured, t.paid_late,
             r.paid_late as kept_late, t.oldest_due, r.oldest_due as kept_due
        from truth t full join repayment_record r using (loan_id)
       where (t.borrower_id, t.standing, t.restructured, t.paid_late and not t.restructured, t.oldest_due)
               is distinct from (r.borrower_id, r.standing, r.restructured, r.paid_late, r.oldest_due)`,
  },
]
