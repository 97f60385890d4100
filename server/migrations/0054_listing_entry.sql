-- Sorted and filtered pages of the marketplace cost the same however many loans are open. What a loan is sorted and chosen
-- by is kept beside it, in versions: a reading that goes on by cursor sees all loans as they stood at its first page, so
-- none is missed or shown twice because it moved. No funding waits for this or changes an index of it.

-- The number of the latest state of the list, in milliseconds of time; the latest whose versions are deleted; and the day
-- for which open loans are counted.
create table listing_state (
  number bigint not null,
  pruned bigint not null,
  counted_on date not null,
  only_one boolean primary key default true check (only_one)
);
insert into listing_state (number, pruned, counted_on) values (1, 0, business_day(app_now()));

-- A loan that is offered by itself, as it stood from the state `since` to before `until` (2^53 - 1: it stands so now).
create table listing_entry (
  loan_id bigint not null,
  since bigint not null,
  until bigint not null default 9007199254740991,
  -- Type, grade, tenor and band of interest, as one number (listing_kind_of).
  kind bigint not null,
  loan_type_id bigint not null,
  grade text not null,
  -- 1 days, 2 weeks, 3 months.
  period smallint not null,
  tenor smallint not null,
  -- Millionths per year.
  interest integer not null,
  remaining bigint not null,
  -- How many amounts of the ladder (listing_left) are not above it.
  step smallint not null generated always as (width_bucket(remaining, array[1000000, 5000000, 10000000, 25000000, 50000000,
    100000000, 250000000, 500000000, 1000000000]::bigint[])) stored,
  offer_from date not null,
  offer_until date not null,
  -- Whether it is among the open loans that listing_kind counts.
  counted boolean not null,
  -- The keys of the orders, the lowest first: last day; milliseconds since it can be funded; interest; days of the tenor;
  -- and what is funded, in millionths. The order by what is left is by `remaining`.
  by_ending bigint not null,
  by_newest bigint not null,
  by_interest bigint not null,
  by_tenor bigint not null,
  by_filled bigint not null,
  primary key (loan_id, since)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
-- `until` is in no index, so that a version ends without a change of any.
create index listing_entry_ending on listing_entry (by_ending, loan_id);
create index listing_entry_newest on listing_entry (by_newest, loan_id);
create index listing_entry_interest on listing_entry (by_interest, loan_id);
create index listing_entry_tenor on listing_entry (by_tenor, loan_id);
create index listing_entry_left on listing_entry (remaining, loan_id);
create index listing_entry_filled on listing_entry (by_filled, loan_id);
create index listing_entry_kind_ending on listing_entry (kind, by_ending, loan_id);
create index listing_entry_kind_newest on listing_entry (kind, by_newest, loan_id);
create index listing_entry_kind_interest on listing_entry (kind, by_interest, loan_id);
create index listing_entry_kind_tenor on listing_entry (kind, by_tenor, loan_id);
create index listing_entry_kind_left on listing_entry (kind, remaining, loan_id);
create index listing_entry_kind_filled on listing_entry (kind, by_filled, loan_id);
create index listing_entry_step_filled on listing_entry (step, by_filled, loan_id);

-- Versions that have ended, until they are deleted.
create table listing_ended (
  loan_id bigint not null,
  since bigint not null,
  until bigint not null
);
create index listing_ended_until on listing_ended (until);

-- How many open loans are of a kind, and how many of them have at least as much left as each amount of listing_left.
create table listing_kind (
  kind bigint primary key,
  loan_type_id bigint not null,
  grade text not null,
  period smallint not null,
  tenor smallint not null,
  -- A whole percent is a band of its own (2 for each percent), and what lies between two is one.
  band smallint not null,
  loans bigint not null,
  at_least bigint[] not null
) with (fillfactor = 70);

-- Loans that have changed since they were entered. Rows are only added here, so that no funding waits for another.
create table listing_touch (
  loan_id bigint not null
) with (autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0);

create function listing_band(interest int) returns int language sql immutable parallel safe as $$
  select interest / 10000 * 2 + (interest % 10000 <> 0)::int
$$;

create function listing_kind_of(loan_type_id bigint, grade text, period int, tenor int, interest int) returns bigint
  language sql immutable parallel safe as $$
  select ('x' || left(md5(format('%s/%s/%s/%s/%s', loan_type_id, period, tenor, listing_band(interest), grade)), 16))::bit(64)::bigint
$$;

-- For each amount of the ladder (server/src/marketplace/choosing/ladder.ts) 1 where as much is left, else 0.
create function listing_left(remaining bigint) returns int[] language sql immutable parallel safe as $$
  select array[(remaining >= 1000000)::int, (remaining >= 5000000)::int, (remaining >= 10000000)::int,
               (remaining >= 25000000)::int, (remaining >= 50000000)::int, (remaining >= 100000000)::int,
               (remaining >= 250000000)::int, (remaining >= 500000000)::int, (remaining >= 1000000000)::int]
$$;

-- Loans that are offered by themselves, as they stand in the books now.
create view listing_truth as
select p.loan_id, listing_kind_of(p.loan_type_id, w.grade, w.period, p.tenor, w.interest) as kind, p.loan_type_id, w.grade,
       w.period, p.tenor, w.interest, p.total - p.funded - p.reserved as remaining, p.offer_from, p.offer_until,
       p.listed and business_day(app_now()) between p.offer_from and p.offer_until as counted,
       (p.offer_until - date '2000-01-01')::bigint as by_ending, -w.interest::bigint as by_interest,
       (p.tenor * (array[1, 7, 30])[w.period])::bigint as by_tenor,
       -((p.funded + p.reserved)::numeric * 1000000 / p.total)::bigint as by_filled
  from loan_position p join loan l on l.id = p.loan_id
  cross join lateral (
    select coalesce(l.grade, '-') as grade, (l.interest * 1000000)::int as interest,
           (case l.tenor_period when 'DAY' then 1 when 'WEEK' then 2 else 3 end)::smallint as period
  ) w
 where p.status = 'OFFERED' and p.alone;

-- Enters the loans that have changed, at most so many touches, and counts them. One does this at a time; others leave it to it.
create function fold_entries(most integer) returns bigint language plpgsql as $$
declare
  now_is constant bigint := extract(epoch from app_now()) * 1000;
  today constant date := business_day(app_now());
  state listing_state;
  touched bigint[];
  touches bigint;
  moment bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('listing_entry')) then
    return 0;
  end if;
  select * into strict state from listing_state;
  with gone as (
    delete from listing_touch where ctid = any(array(select ctid from listing_touch limit most)) returning loan_id
  )
  select array_agg(distinct loan_id), count(*) into touched, touches from gone;
  -- A day has begun: offers have begun or ended by themselves.
  if state.counted_on <> today then
    update listing_entry e set counted = not counted
     where e.until = 9007199254740991 and counted <> (remaining > 0 and today between offer_from and offer_until);
    delete from listing_kind;
    insert into listing_kind (kind, loan_type_id, grade, period, tenor, band, loans, at_least)
    select kind, loan_type_id, grade, period, tenor, listing_band(interest), count(*),
           array[sum(a[1]), sum(a[2]), sum(a[3]), sum(a[4]), sum(a[5]), sum(a[6]), sum(a[7]), sum(a[8]), sum(a[9])]
      from listing_entry, listing_left(remaining) a where until = 9007199254740991 and counted
     group by kind, loan_type_id, grade, period, tenor, listing_band(interest);
    update listing_state set counted_on = today;
  end if;
  if touches > 0 then
    moment := greatest(state.number + 1, now_is);
    with truth as materialized (
      select t.* from unnest(touched) as one (loan_id) join listing_truth t using (loan_id)
    ), entry as materialized (
      select e.* from unnest(touched) as one (loan_id)
        join listing_entry e on e.loan_id = one.loan_id and e.until = 9007199254740991
    ), changed as materialized (
      select coalesce(t.loan_id, e.loan_id) as of_loan, e.by_newest as was_newest, e.since as was_since, t.*
        from truth t full join entry e on e.loan_id = t.loan_id
       where (e.kind, e.remaining, e.offer_from, e.offer_until, e.interest, e.by_filled, e.counted)
             is distinct from (t.kind, t.remaining, t.offer_from, t.offer_until, t.interest, t.by_filled, t.counted)
    ), ended as (
      update listing_entry e set until = moment from changed c
       where c.was_since is not null and e.loan_id = c.of_loan and e.since = c.was_since
      returning e.*
    ), kept as (
      insert into listing_ended (loan_id, since, until) select loan_id, since, until from ended
    ), entered as (
      insert into listing_entry (loan_id, since, kind, loan_type_id, grade, period, tenor, interest, remaining, offer_from,
                                 offer_until, counted, by_ending, by_newest, by_interest, by_tenor, by_filled)
      select loan_id, moment, kind, loan_type_id, grade, period, tenor, interest, remaining, offer_from, offer_until, counted,
             by_ending,
             coalesce(was_newest, -greatest(now_is, (extract(epoch from offer_from::timestamp at time zone 'Asia/Jakarta') * 1000)::bigint)),
             by_interest, by_tenor, by_filled
        from changed where loan_id is not null
      returning *
    ), difference as (
      select 1 as loans, entered.* from entered where counted union all select -1, ended.* from ended where counted
    )
    insert into listing_kind (kind, loan_type_id, grade, period, tenor, band, loans, at_least)
    select kind, loan_type_id, grade, period, tenor, listing_band(interest), sum(loans),
           array[sum(loans * a[1]), sum(loans * a[2]), sum(loans * a[3]), sum(loans * a[4]), sum(loans * a[5]),
                 sum(loans * a[6]), sum(loans * a[7]), sum(loans * a[8]), sum(loans * a[9])]
      from difference, listing_left(remaining) a group by kind, loan_type_id, grade, period, tenor, listing_band(interest)
        on conflict (kind) do update
       set loans = listing_kind.loans + excluded.loans,
           at_least = array(select kept + more from unnest(listing_kind.at_least, excluded.at_least) as a (kept, more));
    update listing_state set number = moment;
  end if;
  -- A reading by cursor lasts half an hour.
  with gone as (
    delete from listing_ended where until < now_is - 1800000 returning *
  ), deleted as (
    delete from listing_entry e using gone where e.loan_id = gone.loan_id and e.since = gone.since returning e.until
  )
  update listing_state set pruned = newest from (select max(until) as newest from deleted) one where newest > pruned;
  return coalesce(touches, 0);
end $$;

-- Whatever verb changes a loan that is offered by itself leaves a touch. Loans that are newly offered are entered at once,
-- unless they are many: then the worker does it, so that a large file is offered as fast as without.
create function touch_listed() returns trigger language plpgsql as $$
declare
  offered bigint;
begin
  insert into listing_touch (loan_id) select loan_id from before_it where status = 'OFFERED' and alone;
  if exists (select from before_it where status <> 'OFFERED' or not alone) then
    insert into listing_touch (loan_id)
    select a.loan_id from after_it a join before_it b using (loan_id)
     where a.status = 'OFFERED' and a.alone and not (b.status = 'OFFERED' and b.alone);
    get diagnostics offered = row_count;
    if offered between 1 and 200 then
      perform fold_entries(1000);
    end if;
  end if;
  return null;
end $$;
create trigger loan_position_touched after update on loan_position
  referencing old table as before_it new table as after_it for each statement execute function touch_listed();
create function touch_new_listed() returns trigger language plpgsql as $$
begin
  insert into listing_touch (loan_id) select loan_id from after_it where status = 'OFFERED' and alone;
  return null;
end $$;
create trigger loan_position_touched_new after insert on loan_position
  referencing new table as after_it for each statement execute function touch_new_listed();

-- What was offered before. Its place among the newest is by the time when it was brought.
insert into listing_touch (loan_id) select loan_id from loan_position where status = 'OFFERED' and alone;
select fold_entries(2147483647);
update listing_entry e
   set by_newest = -(extract(epoch from greatest(l.created_at, e.offer_from::timestamp at time zone 'Asia/Jakarta')) * 1000)::bigint
  from loan l where l.id = e.loan_id;
