-- As before; who held a funding once has nothing of it when its disbursement is reversed after the transfer was taken back.
create or replace function refresh_portfolio(of_lenders bigint[], of_fundings uuid[]) returns void language plpgsql as $$
begin
  with changed as materialized (
    select f.lender_id, f.id as funding_id, f.loan_id, f.amount, f.ended_at, f.bulk_id, f.transfer_id, t.phase, t.oldest_due,
           t.principal_due, t.interest_due,
           s.phase as old_phase, s.principal_due as old_principal, s.interest_due as old_interest
      from unnest(of_lenders, of_fundings) as asked (lender_id, funding_id)
      join holding f on f.lender_id = asked.lender_id and f.id = asked.funding_id and f.state in ('SETTLED', 'REFUNDED')
      left join repayment_record r on r.loan_id = f.loan_id
      left join funding_balance b on b.lender_id = f.lender_id and b.funding_id = f.id
      left join portfolio_standing s on s.lender_id = f.lender_id and s.funding_id = f.id
     cross join lateral (
       select (case when f.state = 'REFUNDED' then 6
                    -- Who does not hold it any more has nothing to come, whatever becomes of the loan.
                    when exists (select from holding_transfer_record t where t.funding_id = f.id)
                         and holder_of(f.id) <> f.lender_id then 4
                    when r.loan_id is null then 1
                    when r.standing = 'WRITTEN_OFF' then 5
                    when r.standing = 'REPAID' then 4
                    when r.restructured then 3
                    else 2 end)::smallint as phase
     ) p
     cross join lateral (
       select p.phase, case when p.phase in (2, 3) then r.oldest_due else 'infinity' end as oldest_due,
              case when p.phase < 5 then coalesce(b.principal_due, f.amount) else 0 end as principal_due,
              case when p.phase < 5 then coalesce(b.interest_due, f.expected_interest) else 0 end as interest_due
     ) t
     where (s.phase, s.oldest_due, s.principal_due, s.interest_due)
             is distinct from (t.phase, t.oldest_due, t.principal_due, t.interest_due)
  ), moved as (
    update portfolio_standing s
       set phase = c.phase, oldest_due = c.oldest_due, principal_due = c.principal_due, interest_due = c.interest_due
      from changed c
     where c.old_phase is not null and s.lender_id = c.lender_id and s.funding_id = c.funding_id
  ), fresh as materialized (
    select c.*, l.borrower_id, l.loan_number from changed c join loan l on l.id = c.loan_id
     where c.old_phase is null or (c.phase = 6 and c.old_phase <> 6)
  ), standings as (
    insert into portfolio_standing (lender_id, funding_id, phase, oldest_due, principal_due, interest_due, borrower_id,
                                    loan_number)
    select lender_id, funding_id, phase, oldest_due, principal_due, interest_due, borrower_id, lower(loan_number)
      from fresh where old_phase is null
  ), rows as (
    insert into portfolio_row (lender_id, funding_id, loan_id, borrower_id, loan_number)
    select lender_id, funding_id, loan_id, borrower_id, lower(loan_number) from fresh where old_phase is null
  ), borrowers as (
    insert into portfolio_borrower (lender_id, borrower_id, name, lent, shown)
    select f.lender_id, f.borrower_id, search_form(b.name),
           count(*) filter (where f.phase < 6) - count(*) filter (where f.phase = 6 and f.old_phase is not null),
           count(*) filter (where f.old_phase is null)
      from fresh f join borrower b on b.id = f.borrower_id
     group by f.lender_id, f.borrower_id, b.name order by f.lender_id, f.borrower_id
        on conflict (lender_id, borrower_id) do update
       set lent = portfolio_borrower.lent + excluded.lent, shown = portfolio_borrower.shown + excluded.shown
  ), history as (
    insert into history_row (lender_id, type, status, at, id, amount, loan_id)
    select lender_id, 2, 1, ended_at, funding_id, -amount, loan_id from fresh
     where old_phase is null and bulk_id is null and transfer_id is null
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

create or replace function undo_disbursement(of_loan bigint, by_reversal uuid) returns void
  language plpgsql security definer as $$
begin
  if not exists (select from reversal r join transfer t on t.journal_id = r.journal_id
                  where r.id = by_reversal and (r.kind, t.kind) in (('DISBURSEMENT', 'DISBURSEMENT'), ('TAKE_OVER', 'OPENING'))
                    and t.ref = of_loan::text)
     or exists (select from standing_payment where loan_id = of_loan)
     or exists (select from write_off where loan_id = of_loan) then
    raise exception 'a disbursement is undone by its reversal' using errcode = 'integrity_constraint_violation';
  end if;
  -- Who held a funding once keeps a balance of nothing: without one, what was funded counts.
  delete from funding_balance b using funding f
   where b.loan_id = of_loan and f.loan_id = of_loan and f.id = b.funding_id and f.lender_id = b.lender_id;
  -- They never counted; the next schedule is numbered on behind them.
  update installment set superseded_on = '-infinity' where loan_id = of_loan and superseded_on is null;
  delete from loan_servicing where loan_id = of_loan;
  update loan set disbursed_on = null where id = of_loan;
  perform refresh_loans(array[of_loan]);
end $$;
do $$ begin
  execute format('alter function undo_disbursement(bigint, uuid) set search_path = %I, pg_temp', current_schema());
end $$;
