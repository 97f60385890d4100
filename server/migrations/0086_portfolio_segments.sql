-- The portfolio of a lender with many fundings, packed for searching and sorting: a row (a segment) has about 256 fundings, newest
-- first, with one line or one number of fixed width for each. For a lender of 100,000 fundings a search reads 390 rows instead of
-- 100,000, and the HTTP process searches in them (decision 0048). Everything is derived from portfolio_standing and the tables that are
-- joined to it. `portfolio_touch` lists the fundings that changed since they were packed; a search reads those from their own tables.

-- What never changes of a funding, but for the name of a borrower.
create table portfolio_segment (
  lender_id bigint not null,
  -- The segment has the ids from this one up to the first of the next; the oldest begins at zero.
  first_id uuid not null,
  -- Another one each time the row is made anew. A reader may keep what it has read of a version for good.
  version uuid not null,
  size integer not null,
  ids uuid[] not null,
  -- A line for each funding, in lower case, filled with line breaks to one width, at least one at its end.
  numbers text collate "C" not null,
  names text collate "C" not null,
  -- int8send(amount) and float8send(interest) for each.
  amounts bytea not null,
  rates bytea not null,
  primary key (lender_id, first_id)
) with (toast_tuple_target = 128, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- The columns are read one by one, so they are kept apart, and not compressed, which would cost a reader more than it saves.
alter table portfolio_segment alter numbers set storage external, alter names set storage external,
  alter amounts set storage external, alter rates set storage external;

-- How the same fundings stand, in the same order, apart because a repayment changes it.
create table portfolio_segment_standing (
  lender_id bigint not null,
  first_id uuid not null,
  -- A digit for each: the phase.
  phases text collate "C" not null,
  -- A character for each: its oldest due date (due_character).
  dues text collate "C" not null,
  -- int8send(unpaid principal) for each.
  principals bytea not null,
  primary key (lender_id, first_id)
) with (fillfactor = 50, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.02,
        autovacuum_vacuum_insert_scale_factor = 0.02);
alter table portfolio_segment_standing alter phases set storage external, alter dues set storage external,
  alter principals set storage external;

create table portfolio_touch (
  lender_id bigint not null,
  funding_id uuid not null,
  -- Whether more than its standing has changed: it is new, or its borrower has another name.
  whole boolean not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index portfolio_touch_lender on portfolio_touch (lender_id);

-- Whether changes of a lender's fundings are noted, and packed by the worker. The number of fundings never falls.
create function is_packable(total portfolio_total) returns boolean language sql immutable as $$
  select total.phases[1] + total.phases[2] + total.phases[3] + total.phases[4] + total.phases[5] + total.phases[6] >= 500
$$;

-- The totals of the lenders were updated earlier in the transaction (`refresh_portfolio`), and transactions of one lender do so one
-- after the other. So changes that are not noted were committed before the first one that is.
create function touch_standings() returns trigger language plpgsql as $$
begin
  insert into portfolio_touch (lender_id, funding_id, whole)
  select n.lender_id, n.funding_id, tg_op = 'INSERT' from new_rows n join portfolio_total t using (lender_id) where is_packable(t);
  return null;
end $$;
create trigger portfolio_standing_touch_new after insert on portfolio_standing referencing new table as new_rows
  for each statement execute function touch_standings();
create trigger portfolio_standing_touch_changed after update on portfolio_standing referencing new table as new_rows
  for each statement execute function touch_standings();

-- As before, and the fundings are packed anew with the new name.
create or replace function rename_in_portfolios() returns trigger language plpgsql as $$
begin
  lock table portfolio_borrower in share row exclusive mode;
  update portfolio_borrower set name = lower(new.name) where borrower_id = new.id;
  insert into portfolio_touch (lender_id, funding_id, whole)
  select r.lender_id, r.funding_id, true
    from portfolio_borrower b
    join portfolio_row r on r.lender_id = b.lender_id and r.borrower_id = b.borrower_id
    join portfolio_total t on t.lender_id = b.lender_id
   where b.borrower_id = new.id and is_packable(t);
  return null;
end $$;

-- What is searched and sorted by, of each funding that was signed.
create view portfolio_entry as
select s.lender_id, s.funding_id, s.loan_number as number, b.name, s.phase, s.oldest_due, s.principal_due, f.amount,
       l.interest
  from portfolio_standing s
  join portfolio_borrower b on b.lender_id = s.lender_id and b.borrower_id = s.borrower_id
  join funding f on f.lender_id = s.lender_id and f.id = s.funding_id
  join loan l on l.id = f.loan_id;

-- A date as one character that grows with it: the days since 1990, which end in 2141. The last one is infinity.
create function due_character(due date) returns text language sql immutable as $$
  select chr(case when due = 'infinity' then 55295 else least(greatest(due - date '1990-01-01', 1), 55294) end)
$$;

-- How many fundings a segment has, more or less.
create function portfolio_segment_size() returns numeric language sql immutable as $$ select 256.0 $$;

-- Makes these segments of a lender anew, each as one or more. The oldest of them keeps the name.
create function pack_segments(of_lender bigint, firsts uuid[]) returns void language sql as $$
  with range as (
    select first_id, lead(first_id) over (order by first_id) as next_id
      from (select first_id from portfolio_segment where lender_id = of_lender
             union select '00000000-0000-0000-0000-000000000000') one
  ), entry as (
    select range.first_id as was, e.*, count(*) over (partition by range.first_id) as n,
           row_number() over (partition by range.first_id order by e.funding_id) - 1 as place
      from range join portfolio_entry e
        on e.lender_id = of_lender and e.funding_id >= range.first_id
       and e.funding_id < coalesce(range.next_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
     where range.first_id = any (firsts)
  ), part as (
    select *, place * greatest(1, round(n / portfolio_segment_size())::bigint) / n as part from entry
  ), line as (
    select *, max(length(number)) over (partition by was, part) + 1 as number_width,
           max(length(name)) over (partition by was, part) + 1 as name_width from part
  ), segment as materialized (
    select case when part = 0 then was else (array_agg(funding_id order by funding_id))[1] end as first_id,
           array_agg(funding_id order by funding_id desc) as ids,
           string_agg(rpad(translate(number, E'\n', ' '), number_width, E'\n'), '' order by funding_id desc) as numbers,
           string_agg(rpad(translate(name, E'\n', ' '), name_width, E'\n'), '' order by funding_id desc) as names,
           string_agg(int8send(amount), ''::bytea order by funding_id desc) as amounts,
           string_agg(float8send(interest::float8), ''::bytea order by funding_id desc) as rates,
           string_agg(phase::text, '' order by funding_id desc) as phases,
           string_agg(due_character(oldest_due), '' order by funding_id desc) as dues,
           string_agg(int8send(principal_due), ''::bytea order by funding_id desc) as principals
      from line group by was, part
  ), standings as (
    insert into portfolio_segment_standing (lender_id, first_id, phases, dues, principals)
    select of_lender, first_id, phases, dues, principals from segment
        on conflict (lender_id, first_id) do update
       set phases = excluded.phases, dues = excluded.dues, principals = excluded.principals
  )
  insert into portfolio_segment (lender_id, first_id, version, size, ids, numbers, names, amounts, rates)
  select of_lender, first_id, gen_random_uuid(), cardinality(ids), ids, numbers, names, amounts, rates from segment
      on conflict (lender_id, first_id) do update
     set version = excluded.version, size = excluded.size, ids = excluded.ids, numbers = excluded.numbers,
         names = excluded.names, amounts = excluded.amounts, rates = excluded.rates
$$;

-- Brings what is packed of a lender in line with how the fundings stand that were touched; packs all of them the first time. A
-- change that is committed meanwhile keeps its touch. Another process that packs the same lender is left to it.
create function pack_portfolio(of_lender bigint) returns void language plpgsql as $$
declare
  touched uuid[];
  renewed uuid[];
  oldest constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if not pg_try_advisory_xact_lock(hashtextextended('portfolio ' || of_lender, 0)) then return; end if;
  with gone as (
    delete from portfolio_touch where lender_id = of_lender returning funding_id, whole
  ), placed as (
    select coalesce((select s.first_id from portfolio_segment s
                      where s.lender_id = of_lender and s.first_id <= gone.funding_id
                      order by s.first_id desc limit 1), oldest) as first_id, whole from gone
  ), segment as (
    select first_id, bool_or(whole) as whole from placed group by first_id
  )
  select coalesce(array_agg(first_id) filter (where not whole), '{}'),
         coalesce(array_agg(first_id) filter (where whole), '{}')
    into touched, renewed from segment;
  if not exists (select from portfolio_segment where lender_id = of_lender and first_id = oldest) then
    perform pack_segments(of_lender, array[oldest]);
    return;
  end if;
  if cardinality(renewed) > 0 then perform pack_segments(of_lender, renewed); end if;
  if cardinality(touched) = 0 then return; end if;
  update portfolio_segment_standing p set phases = now.phases, dues = now.dues, principals = now.principals
    from (
      select g.first_id, string_agg(s.phase::text, '' order by one.place) as phases,
             string_agg(due_character(s.oldest_due), '' order by one.place) as dues,
             string_agg(int8send(s.principal_due), ''::bytea order by one.place) as principals
        from portfolio_segment g cross join unnest(g.ids) with ordinality as one (id, place)
        join portfolio_standing s on s.lender_id = g.lender_id and s.funding_id = one.id
       where g.lender_id = of_lender and g.first_id = any (touched)
       group by g.first_id
    ) now
   where p.lender_id = of_lender and p.first_id = now.first_id;
end $$;

-- Portfolios that are large already are packed by the worker, one after the other. Until then they are read where they stand.
insert into portfolio_touch (lender_id, funding_id, whole)
select lender_id, '00000000-0000-0000-0000-000000000000', true from portfolio_total t where is_packable(t);

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke delete, truncate on portfolio_segment, portfolio_segment_standing from pematang_app;
    revoke truncate on portfolio_touch from pematang_app;
  end if;
end $$;
