-- What the dashboard reads, kept so that a page, a total and a filter cost the same however much is lent. Each row
-- follows from the books in the transaction that changes them, and can be made from them again at any time
-- (portfolio_truth, refresh_portfolio). Nothing that moves money reads any of it.

-- Fundings that wait are few and change soon, so they are read where they stand.
create index funding_waiting on funding (lender_id, id) where state = 'WAITING';

-- A funding in the portfolio by what is searched of it; never changed. Texts are lower case and compare byte by byte.
create table portfolio_row (
  lender_id bigint not null,
  funding_id uuid not null,
  loan_id bigint not null,
  borrower_id bigint not null,
  loan_number text collate "C" not null,
  primary key (lender_id, funding_id) include (borrower_id, loan_number)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index portfolio_row_borrower on portfolio_row (lender_id, borrower_id, funding_id);

-- Where it stands. Phases: 1 not paid out yet, 2 running, 3 running on new terms, 4 repaid, 5 written off, 6 refunded.
-- Late is never stored: a running one is late when the oldest installment that is not paid was due before today.
create table portfolio_standing (
  lender_id bigint not null,
  funding_id uuid not null,
  phase smallint not null,
  -- Infinity where nothing is asked.
  oldest_due date not null,
  -- What counts as outstanding and expected, in rupiah.
  principal_due bigint not null,
  interest_due bigint not null,
  primary key (lender_id, funding_id) include (phase, oldest_due)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index portfolio_standing_due on portfolio_standing (lender_id, phase, oldest_due, funding_id);

-- The sums of a lender's standings: how many of each phase, and what counts.
create table portfolio_total (
  lender_id bigint primary key,
  -- Element 1 is of phase 1.
  phases bigint[] not null,
  principal_due bigint not null,
  interest_due bigint not null
) with (fillfactor = 50);

-- To whom a lender has lent: fundings that count as lent, and all that are shown.
create table portfolio_borrower (
  lender_id bigint not null,
  borrower_id bigint not null,
  name text collate "C" not null,
  lent bigint not null,
  shown bigint not null,
  primary key (lender_id, borrower_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index portfolio_borrower_name on portfolio_borrower (lender_id, name, borrower_id) include (lent, shown);

-- Movements of the history that do not change any more: of type 2 (fundings made alone) those that succeeded (status 1)
-- or failed (3), and all of type 5 (what came back from loans). The others are few and are read where they stand.
create table history_row (
  lender_id bigint not null,
  type smallint not null,
  status smallint not null,
  at timestamptz not null,
  id uuid not null,
  amount bigint not null,
  loan_id bigint not null,
  primary key (lender_id, type, status, at, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);

-- How many of them a business day has.
create table history_day (
  lender_id bigint not null,
  day date not null,
  type smallint not null,
  status smallint not null,
  rows bigint not null,
  primary key (lender_id, day, type, status) include (rows)
) with (fillfactor = 50);

-- Who takes a lender's signatures: PRIVY on a page of its own, XIGNATURE on its servers by hash.
alter table lender add column dgsign_type text not null default 'PRIVY' check (dgsign_type in ('PRIVY', 'XIGNATURE'));
alter table signature add column provider text not null default 'PRIVY' check (provider in ('PRIVY', 'XIGNATURE'));

-- What the books say of every funding that was signed.
create view portfolio_truth as
select f.lender_id, f.id as funding_id, f.loan_id, f.amount, f.created_at, f.bulk_id, p.phase,
       case when p.phase in (2, 3) then coalesce(due.oldest, 'infinity') else 'infinity' end as oldest_due,
       case when p.phase < 5 then coalesce(b.principal_due, f.amount) else 0 end as principal_due,
       case when p.phase < 5 then coalesce(b.interest_due, f.expected_interest) else 0 end as interest_due
  from funding f
  left join loan_servicing s on s.loan_id = f.loan_id
  left join funding_balance b on b.lender_id = f.lender_id and b.funding_id = f.id
  cross join lateral (
    select (case when f.state = 'REFUNDED' then 6
                 when s.loan_id is null then 1
                 when exists (select from write_off w where w.loan_id = f.loan_id) then 5
                 when s.principal_due = 0 and s.interest_due = 0 then 4
                 when exists (select from restructuring r where r.loan_id = f.loan_id) then 3
                 else 2 end)::smallint as phase
  ) p
  left join lateral (
    select min(i.due_date) as oldest from installment i
     where i.loan_id = f.loan_id and p.phase in (2, 3) and i.superseded_on is null
       and i.principal_paid + i.interest_paid < i.principal + i.interest
  ) due on true
 where f.state in ('SETTLED', 'REFUNDED');

-- Brings what is read of these fundings in line with the books. Whoever calls it holds the fundings, or their loans, in
-- the transaction; sums are counted on row by row, in the order of the lenders.
create function refresh_portfolio(of_lenders bigint[], of_fundings uuid[]) returns void language plpgsql as $$
begin
  with changed as materialized (
    select t.*, s.phase as old_phase, s.principal_due as old_principal, s.interest_due as old_interest
      from unnest(of_lenders, of_fundings) as asked (lender_id, funding_id)
      join portfolio_truth t using (lender_id, funding_id)
      left join portfolio_standing s using (lender_id, funding_id)
     where (s.phase, s.oldest_due, s.principal_due, s.interest_due)
             is distinct from (t.phase, t.oldest_due, t.principal_due, t.interest_due)
  ), standings as (
    insert into portfolio_standing (lender_id, funding_id, phase, oldest_due, principal_due, interest_due)
    select lender_id, funding_id, phase, oldest_due, principal_due, interest_due from changed
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
    select lender_id, 2, 1, created_at, funding_id, -amount, loan_id from fresh where old_phase is null and bulk_id is null
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

-- The same for all that was lent on these loans.
create function refresh_loans(loans bigint[]) returns void language sql as $$
  select refresh_portfolio(array_agg(lender_id), array_agg(id)) from funding
   where loan_id = any(loans) and state in ('SETTLED', 'REFUNDED') having count(*) > 0
$$;

-- Keeps movements of the history that ended for good, with their days.
create function refresh_history(type smallint, status smallint, of_lenders bigint[], at timestamptz[], ids uuid[],
                                amounts bigint[], loans bigint[]) returns void language sql as $$
  with kept as (
    insert into history_row (lender_id, type, status, at, id, amount, loan_id)
    select row.lender_id, $1, $2, row.at, row.id, row.amount, row.loan_id
      from unnest($3, $4, $5, $6, $7) as row (lender_id, at, id, amount, loan_id)
    returning lender_id, history_row.at
  )
  insert into history_day (lender_id, day, type, status, rows)
  select lender_id, business_day(kept.at), $1, $2, count(*) from kept group by 1, 2 order by 1, 2
      on conflict (lender_id, day, type, status) do update set rows = history_day.rows + excluded.rows
$$;

-- A funding ends after it was made: signing, its refusal, a withdrawn loan. Making one changes nothing here.
create function funding_ended() returns trigger language plpgsql as $$
begin
  perform refresh_portfolio(array_agg(n.lender_id), array_agg(n.id))
     from ended n join before b using (lender_id, id)
    where n.state <> b.state and n.state in ('SETTLED', 'REFUNDED') having count(*) > 0;
  perform refresh_history(2::smallint, 3::smallint, array_agg(n.lender_id), array_agg(n.created_at), array_agg(n.id),
                          array_agg(-n.amount), array_agg(n.loan_id))
     from ended n join before b using (lender_id, id)
    where n.state <> b.state and n.state in ('REJECTED', 'EXPIRED', 'WITHDRAWN') having count(*) > 0;
  return null;
end $$;
create trigger funding_read after update on funding
  referencing old table as before new table as ended for each statement execute function funding_ended();

-- A loan of a bulk funding was funded: it counts from the start, without a signature of its own.
create function bulk_loan_ended() returns trigger language plpgsql as $$
begin
  perform refresh_portfolio(array_agg(n.lender_id), array_agg(n.funding_id))
     from ended n where n.state = 'FUNDED' having count(*) > 0;
  return null;
end $$;
create trigger bulk_funding_loan_read after update on bulk_funding_loan
  referencing new table as ended for each statement execute function bulk_loan_ended();

-- The life of a loan: paid out, paid on, on new terms, written off. Each verb writes the named table when what a
-- standing follows from is written.
create function loans_changed() returns trigger language plpgsql as $$
begin
  perform refresh_loans(array(select distinct loan_id from changed));
  return null;
end $$;
create trigger funding_balance_read after insert on funding_balance
  referencing new table as changed for each statement execute function loans_changed();
create trigger loan_servicing_read after update on loan_servicing
  referencing new table as changed for each statement execute function loans_changed();
create trigger write_off_read after insert on write_off
  referencing new table as changed for each statement execute function loans_changed();
create trigger restructuring_read after insert on restructuring
  referencing new table as changed for each statement execute function loans_changed();

create function repayment_received() returns trigger language plpgsql as $$
begin
  perform refresh_history(5::smallint, 1::smallint, array_agg(r.lender_id), array_agg(p.created_at), array_agg(p.id),
                          array_agg(r.net), array_agg(p.loan_id))
     from (select lender_id, payment_id, sum(principal + interest + penalty - tax)::bigint as net from received
            group by lender_id, payment_id) r
     join loan_payment p on p.id = r.payment_id
    where r.net > 0 having count(*) > 0;
  return null;
end $$;
create trigger lender_repayment_read after insert on lender_repayment
  referencing new table as received for each statement execute function repayment_received();

-- What was there before these tables.
select refresh_portfolio(array_agg(lender_id), array_agg(id)) from funding
 where state in ('SETTLED', 'REFUNDED') having count(*) > 0;
select refresh_history(2::smallint, 3::smallint, array_agg(lender_id), array_agg(created_at), array_agg(id),
                       array_agg(-amount), array_agg(loan_id))
  from funding where state in ('REJECTED', 'EXPIRED', 'WITHDRAWN') having count(*) > 0;
select refresh_history(5::smallint, 1::smallint, array_agg(r.lender_id), array_agg(p.created_at), array_agg(p.id),
                       array_agg(r.net), array_agg(p.loan_id))
  from (select lender_id, payment_id, sum(principal + interest + penalty - tax)::bigint as net from lender_repayment
         group by lender_id, payment_id) r
  join loan_payment p on p.id = r.payment_id where r.net > 0 having count(*) > 0;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke delete, truncate on portfolio_row, portfolio_standing, portfolio_total, portfolio_borrower, history_row,
      history_day from pematang_app;
  end if;
end $$;
