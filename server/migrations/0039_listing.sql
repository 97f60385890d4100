-- A page of the marketplace costs the same however many loans are open: it is found by counts instead of by skipping rows.

-- On the marketplace by itself, with something left. Whether today is within the days of its offer is asked when it is read.
alter table loan_position add column listed boolean not null
  generated always as (status = 'OFFERED' and alone and funded + reserved < total) stored;
-- In the order of the list. Loans of a day are mixed by ranges of their ids, which are drawn at random below 2^53: 0 to 31.
create index loan_position_listed on loan_position (offer_until, (loan_id >> 48), loan_type_id, tenor, loan_id)
  include (offer_from) where listed;

-- How many loans are listed: by the days of their offer, type and tenor; and of each of these by the range of their ids.
-- `offer_from` is -infinity where it had come when it was counted.
create table listing_day (
  offer_until date not null,
  offer_from date not null,
  loan_type_id bigint not null,
  tenor smallint not null,
  loans integer not null,
  primary key (offer_until, offer_from, loan_type_id, tenor)
) with (fillfactor = 60);
create table listing_range (
  offer_until date not null,
  id_range smallint not null,
  offer_from date not null,
  loan_type_id bigint not null,
  tenor smallint not null,
  loans integer not null,
  primary key (offer_until, id_range, offer_from, loan_type_id, tenor)
) with (fillfactor = 60);
-- Those that begin later; they are moved when their day has come.
create index listing_day_ahead on listing_day (offer_from) where offer_from > '-infinity';
create index listing_range_ahead on listing_range (offer_from) where offer_from > '-infinity';
-- What was listed and unlisted since. Rows are only added here, so that no funding waits for another one's count.
create table listing_change (
  offer_until date not null,
  id_range smallint not null,
  offer_from date not null,
  loan_type_id bigint not null,
  tenor smallint not null,
  loans integer not null
);

-- Adds the changes to the counts, and what has begun since to what had begun before. One does this at a time; others
-- leave it to it.
create function fold_listing() returns bigint language plpgsql as $$
declare
  today constant date := business_day(app_now());
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('listing')) then
    return 0;
  end if;
  delete from listing_range where offer_until < today and loans = 0;
  delete from listing_day where offer_until < today and loans = 0;
  with begun as (
    delete from listing_day where offer_from > '-infinity' and offer_from <= today returning *
  )
  insert into listing_day (offer_until, offer_from, loan_type_id, tenor, loans)
  select offer_until, date '-infinity', loan_type_id, tenor, sum(loans) from begun group by 1, 2, 3, 4
      on conflict (offer_until, offer_from, loan_type_id, tenor) do update set loans = listing_day.loans + excluded.loans;
  with begun as (
    delete from listing_range where offer_from > '-infinity' and offer_from <= today returning *
  )
  insert into listing_range (offer_until, id_range, offer_from, loan_type_id, tenor, loans)
  select offer_until, id_range, date '-infinity', loan_type_id, tenor, sum(loans) from begun group by 1, 2, 3, 4, 5
      on conflict (offer_until, id_range, offer_from, loan_type_id, tenor)
      do update set loans = listing_range.loans + excluded.loans;
  with gone as (
    delete from listing_change returning *
  ), change as materialized (
    select offer_until, id_range, case when offer_from <= today then '-infinity' else offer_from end as offer_from,
           loan_type_id, tenor, sum(loans) as loans, count(*) as rows
      from gone group by 1, 2, 3, 4, 5
  ), days as (
    insert into listing_day (offer_until, offer_from, loan_type_id, tenor, loans)
    select offer_until, offer_from, loan_type_id, tenor, sum(loans) from change group by 1, 2, 3, 4 having sum(loans) <> 0
        on conflict (offer_until, offer_from, loan_type_id, tenor) do update set loans = listing_day.loans + excluded.loans
  ), ranges as (
    insert into listing_range (offer_until, id_range, offer_from, loan_type_id, tenor, loans)
    select offer_until, id_range, offer_from, loan_type_id, tenor, loans from change where loans <> 0
        on conflict (offer_until, id_range, offer_from, loan_type_id, tenor)
        do update set loans = listing_range.loans + excluded.loans
  )
  select coalesce(sum(rows), 0) into folded from change;
  return folded;
end $$;

-- Whatever verb lists a loan or takes it off the list is counted: once for each statement, over all its rows.
create function count_listed() returns trigger language plpgsql as $$
declare
  today constant date := business_day(app_now());
  counted bigint;
begin
  insert into listing_change (offer_until, id_range, offer_from, loan_type_id, tenor, loans)
  select offer_until, loan_id >> 48, case when offer_from <= today then '-infinity' else offer_from end,
         loan_type_id, tenor, sum(loans)
    from (select offer_until, loan_id, offer_from, loan_type_id, tenor, 1 as loans from after_it where listed
           union all
          select offer_until, loan_id, offer_from, loan_type_id, tenor, -1 from before_it where listed) one
   group by 1, 2, 3, 4, 5 having sum(loans) <> 0;
  get diagnostics counted = row_count;
  -- Many at once are a file that is published: readers shall not have to add them up.
  if counted > 200 then
    perform fold_listing();
  end if;
  return null;
end $$;
create trigger loan_position_counted after update on loan_position
  referencing old table as before_it new table as after_it for each statement execute function count_listed();
create function count_new_listed() returns trigger language plpgsql as $$
declare
  counted bigint;
begin
  insert into listing_change (offer_until, id_range, offer_from, loan_type_id, tenor, loans)
  select offer_until, loan_id >> 48, offer_from, loan_type_id, tenor, count(*) from after_it where listed
   group by 1, 2, 3, 4, 5;
  get diagnostics counted = row_count;
  if counted > 200 then
    perform fold_listing();
  end if;
  return null;
end $$;
create trigger loan_position_counted_new after insert on loan_position
  referencing new table as after_it for each statement execute function count_new_listed();

-- What was listed before these tables.
insert into listing_change (offer_until, id_range, offer_from, loan_type_id, tenor, loans)
select offer_until, loan_id >> 48, offer_from, loan_type_id, tenor, count(*) from loan_position where listed
 group by 1, 2, 3, 4, 5;
select fold_listing();
