-- Loans that were paid out before these books are taken over with how they stood at the end of a day.

alter table loan_take_over
  add column as_of date,
  -- When it was paid out, before these books.
  add column disbursed_on date,
  add column days_late integer check (days_late >= 0),
  -- What was left of its principal, and its interest that had fallen due and was not paid, in rupiah.
  add column principal_left bigint check (principal_left > 0),
  add column interest_due bigint check (interest_due >= 0),
  add constraint loan_take_over_opening
    check (num_nulls(as_of, disbursed_on, days_late, principal_left, interest_due) in (0, 5)),
  add constraint loan_take_over_dates check (disbursed_on <= as_of);

-- The same of each lender's part.
alter table archived_agreement
  add column principal_left bigint check (principal_left between 0 and amount),
  add column interest_due bigint check (interest_due >= 0),
  add constraint archived_agreement_opening check (num_nulls(principal_left, interest_due) in (0, 2));

-- As before, but the funding of a loan with an opening balance moved no cash here, so no history tells of it.
create or replace function refresh_portfolio(of_lenders bigint[], of_fundings uuid[]) returns void language plpgsql as $$
begin
  with changed as materialized (
    select t.*, s.phase as old_phase, s.principal_due as old_principal, s.interest_due as old_interest
      from unnest(of_lenders, of_fundings) as asked (lender_id, funding_id)
      join portfolio_truth t using (lender_id, funding_id)
      left join portfolio_standing s using (lender_id, funding_id)
     where (s.phase, s.oldest_due, s.principal_due, s.interest_due)
             is distinct from (t.phase, t.oldest_due, t.principal_due, t.interest_due)
  ), standings as (
    insert into portfolio_standing (lender_id, funding_id, phase, oldest_due, principal_due, interest_due, borrower_id,
                                    loan_number)
    select c.lender_id, c.funding_id, c.phase, c.oldest_due, c.principal_due, c.interest_due, l.borrower_id,
           lower(l.loan_number)
      from changed c join loan l on l.id = c.loan_id
        on conflict (lender_id, funding_id) do update
       set phase = excluded.phase, oldest_due = excluded.oldest_due, principal_due = excluded.principal_due,
           interest_due = excluded.interest_due
  ), fresh as materialized (
    select c.*, l.borrower_id, l.loan_number from changed c join loan l on l.id = c.loan_id
     where c.old_phase is null or (c.phase = 6 and c.old_phase <> 6)
  ), rows as (
    insert into portfolio_row (lender_id, funding_id, loan_id, borrower_id, loan_number)
    select lender_id, funding_id, loan_id, borrower_id, lower(loan_number) from fresh where old_phase is null
  ), borrowers as (
    insert into portfolio_borrower (lender_id, borrower_id, name, lent, shown)
    select f.lender_id, f.borrower_id, lower(b.name),
           count(*) filter (where f.phase < 6) - count(*) filter (where f.phase = 6 and f.old_phase is not null),
           count(*) filter (where f.old_phase is null)
      from fresh f join borrower b on b.id = f.borrower_id
     group by f.lender_id, f.borrower_id, b.name order by f.lender_id, f.borrower_id
        on conflict (lender_id, borrower_id) do update
       set lent = portfolio_borrower.lent + excluded.lent, shown = portfolio_borrower.shown + excluded.shown
  ), history as (
    insert into history_row (lender_id, type, status, at, id, amount, loan_id)
    select lender_id, 2, 1, created_at, funding_id, -amount, loan_id from fresh
     where old_phase is null and bulk_id is null
       and not exists (select from archived_agreement g
                        where g.funding_id = fresh.funding_id and g.principal_left is not null)
     union all
    select f.lender_id, 5, 1, t.created_at, t.journal_id, t.amount, f.loan_id
      from fresh f join transfer t on t.ref = f.funding_id::text and t.kind = 'REFUND' where f.phase = 6
    returning lender_id, type, status, at
  ), days as (
    insert into history_day (lender_id, day, type, status, rows)
    select lender_id, business_day(at), type, status, count(*) from history group by 1, 2, 3, 4 order by 1, 2, 3, 4
        on conflict (lender_id, day, type, status) do update set rows = history_day.rows + excluded.rows
  )
  insert into portfolio_total (lender_id, phases, principal_due, interest_due)
  select lender_id,
         array[count(*) filter (where phase = 1) - count(*) filter (where old_phase = 1),
               count(*) filter (where phase = 2) - count(*) filter (where old_phase = 2),
               count(*) filter (where phase = 3) - count(*) filter (where old_phase = 3),
               count(*) filter (where phase = 4) - count(*) filter (where old_phase = 4),
               count(*) filter (where phase = 5) - count(*) filter (where old_phase = 5),
               count(*) filter (where phase = 6) - count(*) filter (where old_phase = 6)],
         sum(principal_due - coalesce(old_principal, 0)), sum(interest_due - coalesce(old_interest, 0))
    from changed group by lender_id order by lender_id
      on conflict (lender_id) do update
     set phases = array[portfolio_total.phases[1] + excluded.phases[1], portfolio_total.phases[2] + excluded.phases[2],
                        portfolio_total.phases[3] + excluded.phases[3], portfolio_total.phases[4] + excluded.phases[4],
                        portfolio_total.phases[5] + excluded.phases[5], portfolio_total.phases[6] + excluded.phases[6]],
         principal_due = portfolio_total.principal_due + excluded.principal_due,
         interest_due = portfolio_total.interest_due + excluded.interest_due;
end $$;
