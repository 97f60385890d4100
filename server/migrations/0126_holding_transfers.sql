-- Holdings that go to another lender: by inheritance, judgment, merger or assignment. The funding stays the one claim on the
-- loan, with its agreement, schedule and place among the others; who receives of a payment is who held it on the value date of
-- that payment. So the order of recording does not matter.
create table holding_transfer_record (
  id uuid primary key,
  -- The command that transferred it, perhaps with others.
  order_id uuid not null,
  funding_id uuid not null references funding (id),
  loan_id bigint not null references loan (id),
  -- Who funded it; it may be that lender who gets it back.
  origin_lender bigint not null references lender (id),
  from_lender bigint not null references lender (id),
  to_lender bigint not null references lender (id),
  -- The first day whose payments are the new holder's.
  value_date date not null,
  kind text not null check (kind in ('DEATH', 'COURT', 'MERGER', 'ASSIGNMENT')),
  document text not null references supporting_document (name),
  reason text not null check (reason <> ''),
  -- What it still asked on that day, without the payments since, as they were known.
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  recorded_at timestamptz not null default app_now(),
  constraint holding_transfer_between check (from_lender <> to_lender)
);
create index holding_transfer_of_funding on holding_transfer_record (funding_id, value_date);
create index holding_transfer_of_loan on holding_transfer_record (loan_id);
create index holding_transfer_to on holding_transfer_record (to_lender, funding_id);
create index holding_transfer_from on holding_transfer_record (from_lender, funding_id);
create index holding_transfer_order on holding_transfer_record (order_id);
create trigger holding_transfer_record_append_only before update or delete or truncate on holding_transfer_record
  for each statement execute function refuse_change();

create view holding_transfer as
select t.* from holding_transfer_record t
 where not exists (select from reversal r where r.kind = 'HOLDING_TRANSFER' and r.of_id = t.id::text);

-- Who holds a funding today.
create function holder_of(of_funding uuid) returns bigint language sql stable as $$
  select coalesce((select to_lender from holding_transfer where funding_id = of_funding order by value_date desc limit 1),
                  (select lender_id from funding where id = of_funding))
$$;

-- Who held it at an instant, by what was recorded before that.
create function holder_at(of_funding uuid, until timestamptz) returns bigint language sql stable as $$
  select coalesce((select t.to_lender from holding_transfer_record t
                    where t.funding_id = of_funding and t.recorded_at < until
                      and not exists (select from reversal r where r.kind = 'HOLDING_TRANSFER' and r.of_id = t.id::text
                                         and r.created_at < until)
                    order by t.value_date desc limit 1),
                  (select lender_id from funding where id = of_funding))
$$;

-- Everybody who held it once.
create function holders_of(of_funding uuid) returns bigint[] language sql stable as $$
  select array(select lender_id from funding where id = of_funding
               union select to_lender from holding_transfer_record where funding_id = of_funding)
$$;

-- A funding for each lender who held it once; for one who got it, as much as it still asked then.
create view holding as
select f.lender_id, f.id, f.loan_id, f.amount, f.state, f.created_at, f.expected_interest, f.bulk_id, f.ended_at, f.sign_before,
       null::uuid as transfer_id, f.lender_id as origin_lender
  from funding f
 union all
select t.to_lender, t.funding_id, t.loan_id, t.principal, 'SETTLED', t.recorded_at, t.interest, null, t.recorded_at, t.recorded_at, t.id,
       t.origin_lender
  from holding_transfer_record t
 where t.to_lender <> t.origin_lender
   and not exists (select from holding_transfer_record b
                    where b.funding_id = t.funding_id and b.to_lender = t.to_lender and (b.recorded_at, b.id) < (t.recorded_at, t.id));

-- What each of them has to get of an installment: who holds it now what others have not got, the others what they got.
create view transferred_share as
select h.lender_id, h.id as funding_id, s.loan_id, (s.first_no + place.n - 1)::smallint as no,
       case when holder_of(h.id) = h.lender_id then s.principal[place.n] - got.others else got.own end as principal,
       case when holder_of(h.id) = h.lender_id then s.interest[place.n] - got.others_interest else got.own_interest end as interest
  from holding h
  join funding_schedule s on s.lender_id = h.origin_lender and s.funding_id = h.id
 cross join lateral generate_series(1, cardinality(s.principal)) as place (n)
 cross join lateral (
   select coalesce(sum(r.principal) filter (where r.lender_id = h.lender_id), 0)::bigint as own,
          coalesce(sum(r.interest) filter (where r.lender_id = h.lender_id), 0)::bigint as own_interest,
          coalesce(sum(r.principal) filter (where r.lender_id <> h.lender_id), 0)::bigint as others,
          coalesce(sum(r.interest) filter (where r.lender_id <> h.lender_id), 0)::bigint as others_interest
     from lender_repayment r
    where r.lender_id = any(holders_of(h.id)) and r.funding_id = h.id and r.no = s.first_no + place.n - 1) got
 where exists (select from holding_transfer_record t where t.funding_id = h.id);

-- As before, for each lender who held a funding once.
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
                    when r.loan_id is null then 1
                    -- Who does not hold it any more has nothing to come.
                    when exists (select from holding_transfer_record t where t.funding_id = f.id)
                         and holder_of(f.id) <> f.lender_id then 4
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

-- As before, likewise.
create or replace function refresh_loans(loans bigint[]) returns void language sql as $$
  select refresh_repayment_record(loans);
  select refresh_portfolio(array_agg(lender_id), array_agg(id)) from holding
   where loan_id = any(loans) and state in ('SETTLED', 'REFUNDED') having count(*) > 0
$$;

-- The feed says who holds a funding.
create trigger holding_transfer_fed after insert on holding_transfer_record referencing new table as fresh
  for each statement execute function note_feed_change('FUNDING', 'funding_id');
create function note_transfer_taken_back() returns trigger language plpgsql security definer as $$
begin
  insert into feed_change as kept (kind, ref)
  select 'FUNDING', t.funding_id::text from holding_transfer_record t where t.id::text = new.of_id
      on conflict (kind, ref) do update set transaction = excluded.transaction where kept.transaction <> excluded.transaction;
  return null;
end $$;
create trigger transfer_taken_back_fed after insert on reversal
  for each row when (new.kind = 'HOLDING_TRANSFER') execute function note_transfer_taken_back();
do $$ begin
  execute format('alter function note_transfer_taken_back() set search_path = %I, pg_temp', current_schema());
  revoke execute on function note_transfer_taken_back() from public;
  if exists (select from pg_roles where rolname = 'pematang_app') then
    grant execute on function note_transfer_taken_back() to pematang_app;
  end if;
end $$;

-- As before, with the notice that both sides get, which nobody switches off.
create or replace function notice_category(kind text) returns text language sql immutable parallel safe as $$
  select case
    when kind in ('LENDER_SUSPENDED', 'LENDER_REACTIVATED', 'CONTACT_CHANGED', 'BANK_ACCOUNT_CHANGED', 'NEW_DEVICE',
                  'HOLDINGS_TRANSFERRED')
      then 'SECURITY'
    when kind in ('WITHDRAWAL_RETURNED', 'WITHDRAWAL_GIVEN_BACK', 'WITHDRAWAL_CHARGED', 'WITHDRAWAL_PAID',
                  'REPAYMENT_CORRECTED', 'TOP_UP_CORRECTED', 'TOP_UP_CREDITED', 'INSTALLMENT_RECEIVED',
                  'RECOVERY_RECEIVED', 'LOAN_SETTLED_EARLY')
      then 'MONEY'
    when kind in ('LOAN_LATE', 'LOAN_BACK_ON_SCHEDULE', 'LOAN_RESTRUCTURED', 'LOAN_WRITTEN_OFF',
                  'LOAN_RESTRUCTURING_REVERSED', 'LOAN_WRITE_OFF_REVERSED')
      then 'LATE'
    when kind = 'STATEMENT_READY' then 'STATEMENTS'
    when kind = 'OFFER_IN_SAVED_SEARCH' then 'OFFERS'
    else 'FUNDING'
  end
$$;

do $$ declare kinds text; begin
  select string_agg(quote_literal(kind), ', ' order by place) into kinds from (
    select m[1] as kind, place from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([A-Z_]+)''', 'g')
           with ordinality as found (m, place)
     where conname = 'reversal_kind_check' and conrelid = 'reversal'::regclass
    union all
    select 'HOLDING_TRANSFER', 1000
  ) named;
  alter table reversal drop constraint reversal_kind_check;
  execute format('alter table reversal add constraint reversal_kind_check check (kind in (%s)) not valid', kinds);
  alter table reversal validate constraint reversal_kind_check;
end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on holding_transfer_record, holding_transfer, holding, transferred_share from pematang_app;
  end if;
end $$;
