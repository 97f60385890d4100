-- Funding: who funds and holds what, the marketplace.

-- One lender's part of one loan.
create table funding (
  lender_id bigint not null,
  id uuid not null,
  loan_id bigint not null,
  amount bigint not null check (amount > 0),
  state text not null default 'WAITING' check (state in ('WAITING', 'SETTLED', 'REJECTED', 'EXPIRED', 'REFUNDED', 'CANCELLED')),
  created_at timestamptz not null default app_now(),
  -- Gross interest of this part over the whole term, by the schedule that was shown.
  expected_interest bigint not null check (expected_interest >= 0),
  sign_before timestamptz not null,
  ended_at timestamptz,
  -- The bulk funding that a funding is of; null for one that was made alone.
  bulk_id uuid,
  -- Why a funding ended without a signature, as a code; null where its state says all.
  end_reason text,
  limit_version integer,
  class_version integer,
  lender_outstanding bigint,
  platform_outstanding bigint,
  non_professional_outstanding bigint,
  decided_at timestamptz,
  primary key (lender_id, id),
  constraint funding_end check ((state = 'WAITING') = (ended_at is null))
) with (fillfactor = 70);
create unique index funding_id on funding (id);
create index funding_of_loan on funding (loan_id);
-- Fundings that wait are few and change soon, so they are read where they stand.
create index funding_waiting on funding (lender_id, id) where state = 'WAITING';

create trigger funding_not_deleted before delete or truncate on funding
  for each statement execute function refuse_change();
create trigger funding_kept before update on funding
  for each row when (new.lender_id is distinct from old.lender_id or new.id is distinct from old.id
    or new.loan_id is distinct from old.loan_id or new.amount is distinct from old.amount
    or new.bulk_id is distinct from old.bulk_id or new.limit_version is distinct from old.limit_version
    or new.class_version is distinct from old.class_version or new.lender_outstanding is distinct from old.lender_outstanding
    or new.platform_outstanding is distinct from old.platform_outstanding
    or new.non_professional_outstanding is distinct from old.non_professional_outstanding
    or new.decided_at is distinct from old.decided_at) execute function refuse_new_terms();
create function keep_funded_loan() returns trigger language plpgsql as $$
begin
  if not exists (select from loan_take_over_record where loan_id = old.loan_id)
     or exists (select from loan_take_over where loan_id = old.loan_id)
     or exists (select from funding where loan_id = old.loan_id and state in ('WAITING', 'SETTLED'))
     or exists (select from loan_servicing where loan_id = old.loan_id) then
    raise exception 'a funded loan is a draft again when its take-over is taken back'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger loan_position_funded before update on loan_position
  for each row when ((old.status in ('FUNDED', 'ACTIVE')) and new.status = 'DRAFT') execute function keep_funded_loan();

-- The way to the e-signature provider, one row a funding.
create table signing_request (
  funding_id uuid primary key,
  lender_id bigint not null,
  -- The provider's own token, once it has the documents.
  provider_token text unique,
  created_at timestamptz not null default app_now(),
  uploaded_at timestamptz,
  -- Who takes the signature. It stays what it was when the first document was sent.
  provider text not null default 'PRIVY' check (provider in ('PRIVY', 'XIGNATURE')),
  -- Since when the provider certainly has nothing any more that could be signed.
  closed_at timestamptz
);
create index signing_request_open on signing_request (funding_id) where closed_at is null;

-- That the lender has signed, and what. No funding counts without it (I8), and what was signed is what was shown (I31).
create table signature (
  funding_id uuid primary key,
  lender_id bigint not null,
  provider_token text not null,
  shown_sha256 bytea not null,
  signed_sha256 bytea not null,
  signed_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  provider text not null default 'PRIVY' check (provider in ('PRIVY', 'XIGNATURE'))
);

create trigger signature_append_only before delete or update or truncate on signature
  for each statement execute function refuse_change();

-- What the provider told us, as it came. Taken once, however often it is told.
create table esign_notice (
  event_id text primary key,
  body text not null,
  provider_token text not null,
  event text not null,
  received_at timestamptz not null default app_now(),
  copies integer not null default 1
);

-- One decision of a lender to fund a product. Its sums are those of its loans below; how far it is, is counted there.
create table bulk_funding (
  lender_id bigint not null references lender(id),
  id uuid not null unique,
  product_id bigint not null references bulk_product(id),
  -- As the lender reads it: the report is asked for by it.
  number text not null unique,
  loans integer not null check (loans > 0),
  total bigint not null check (total > 0),
  -- What all its agreements say alike: parties, taxes, penalties, the instant of the consent.
  terms jsonb not null,
  -- Over the terms and the line of each loan: what the lender has consented to. See bulk_manifest.
  manifest_sha256 bytea not null check (length(manifest_sha256) = 32),
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  -- The preview that was consented to. Bulk fundings of before have none.
  preview_sha256 bytea check (length(preview_sha256) = 32),
  limit_version integer,
  class_version integer,
  lender_outstanding bigint,
  platform_outstanding bigint,
  non_professional_outstanding bigint,
  decided_at timestamptz,
  primary key (lender_id, id)
);
-- A lender funds a product once: a second submission is answered with the first.
create unique index bulk_funding_once on bulk_funding (lender_id, product_id);
create index bulk_funding_under_way on bulk_funding (created_at) where ended_at is null;

-- What was consented to stands, and what has ended stays ended.
create function keep_bulk_consent() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'ended_at' is distinct from to_jsonb(old) - 'ended_at' or old.ended_at is not null then
    raise exception 'a bulk funding is what was consented to' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger bulk_funding_kept before update on bulk_funding
  for each row execute function keep_bulk_consent();

-- Each loan of it: what was agreed to, and how it ended. WAITING: its money is held and the loan has still to be asked
-- for. FUNDED: there is a funding of the same id. REFUSED: the money is back, for the reason that stands here.
create table bulk_funding_loan (
  lender_id bigint not null,
  bulk_id uuid not null,
  loan_id bigint not null references loan(id),
  -- The id of its agreement, its hold and its funding.
  funding_id uuid not null,
  amount bigint not null check (amount > 0),
  -- Of the terms of the loan: loan.source_hash.
  loan_sha256 bytea not null check (length(loan_sha256) = 32),
  -- Of the two documents, where the lender has looked at them before he consented; the others are made afterwards
  -- from what the manifest holds.
  pp_sha256 bytea check (length(pp_sha256) = 32),
  ppfp_sha256 bytea check (length(ppfp_sha256) = 32),
  state text not null default 'WAITING' check (state in ('WAITING', 'FUNDED', 'REFUSED')),
  reason text check (reason in ('TAKEN', 'CHANGED', 'CLOSED', 'FAILED')),
  -- How often it failed for no reason that a lender could be told.
  tries smallint not null default 0 check (tries >= 0),
  ended_at timestamptz,
  terms_version integer,
  primary key (lender_id, bulk_id, loan_id),
  constraint bulk_funding_loan_shown check ((pp_sha256 is null) = (ppfp_sha256 is null)),
  constraint bulk_funding_loan_reason check ((state = 'REFUSED') = (reason is not null)),
  constraint bulk_funding_loan_end check ((state = 'WAITING') = (ended_at is null))
) with (fillfactor = 70);
create index bulk_funding_loan_waiting on bulk_funding_loan (lender_id, bulk_id, loan_id) where state = 'WAITING';

create function keep_bulk_loan() returns trigger language plpgsql as $$
begin
  if (new.funding_id, new.amount, new.loan_sha256, new.terms_version, new.pp_sha256, new.ppfp_sha256)
       is distinct from
     (old.funding_id, old.amount, old.loan_sha256, old.terms_version, old.pp_sha256, old.ppfp_sha256)
     or old.state <> 'WAITING' then
    raise exception 'a loan of a bulk funding is what was consented to, and ends once'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger bulk_funding_loan_kept before update on bulk_funding_loan
  for each row execute function keep_bulk_loan();

-- The set of open loans that a lender was shown last of a product, by its hash; see bulk_preview_hash.
create table bulk_preview (
  lender_id bigint not null references lender(id),
  product_id bigint not null references bulk_product(id),
  sha256 bytea not null check (length(sha256) = 32),
  shown_at timestamptz not null default app_now(),
  primary key (lender_id, product_id)
);

-- Calls to the provider whose end is not known: each is noted before it is made and taken away when its end is certain.
-- While one stands here the provider may have the documents, though it gave no token.
create table signing_attempt (
  id uuid primary key,
  funding_id uuid not null references signing_request(funding_id),
  begun_at timestamptz not null default app_clock()
);
create index signing_attempt_of_funding on signing_attempt (funding_id);

-- Fundings whose provider does not answer as it should, since when, and how often it was asked. Gone when it does.
create table signing_stall (
  funding_id uuid primary key,
  reason text not null,
  -- What the provider or the program said.
  detail text not null,
  since timestamptz not null default app_now(),
  tries integer not null default 1
);

-- A signature that came when the funding had ended without it: it binds nobody, and its files are kept as void.
create table void_signature (
  funding_id uuid primary key,
  lender_id bigint not null,
  provider text not null check (provider in ('PRIVY', 'XIGNATURE')),
  provider_token text not null,
  shown_sha256 bytea not null,
  signed_sha256 bytea not null,
  signed_at timestamptz not null,
  created_at timestamptz not null default app_now()
);

create trigger void_signature_append_only before delete or update or truncate on void_signature
  for each statement execute function refuse_change();

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
-- Those that begin later; they are moved when their day has come.
create index listing_day_ahead on listing_day (offer_from) where offer_from > '-infinity'::date;

-- How many open loans of a kind there are in a range of ids, for pages by number.
create table listing_range (
  offer_until date not null,
  id_range smallint not null,
  offer_from date not null,
  loan_type_id bigint not null,
  tenor smallint not null,
  loans integer not null,
  primary key (offer_until, id_range, offer_from, loan_type_id, tenor)
) with (fillfactor = 60);
create index listing_range_ahead on listing_range (offer_from) where offer_from > '-infinity'::date;

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

create trigger loan_position_counted_new after insert on loan_position referencing new table as after_it
  for each statement execute function count_new_listed();

-- Privy gives a token to each document. It is kept as soon as it is known, so that a document is not sent a second time
-- because the next one was not taken, and so that a callback finds its funding.
create table esign_document (
  token text primary key,
  funding_id uuid not null references signing_request(funding_id),
  -- Of the file, as the app calls it.
  name text not null,
  created_at timestamptz not null default app_now(),
  unique (funding_id, name)
);

create trigger esign_document_append_only before delete or update or truncate on esign_document
  for each statement execute function refuse_change();

-- Searches of the marketplace that lenders have saved under a name; at most 20 each. A filter is kept as it stands in the
-- address, and is checked again when it is used.
create table saved_search (
  lender_id bigint not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  filters jsonb not null,
  created_at timestamptz not null default app_now(),
  -- A search is compared with what was offered since.
  checked_at timestamptz not null default app_now(),
  primary key (lender_id, id)
);
create unique index saved_search_name on saved_search (lender_id, lower(name));
create index saved_search_checked on saved_search (checked_at);

-- A selection: loans of the marketplace that a lender funded with one request, each with an amount of its own. It says
-- for each loan which funding it became, or why it became none; what stands of a funding is in its own row.
create table funding_selection (
  lender_id bigint not null references lender(id),
  id uuid not null,
  created_at timestamptz not null default app_now(),
  primary key (lender_id, id)
);

create trigger funding_selection_append_only before delete or update or truncate on funding_selection
  for each statement execute function refuse_change();

-- The loans of a selection and what became of each.
create table funding_selection_loan (
  lender_id bigint not null,
  selection_id uuid not null,
  -- The place in the selection, from 1: the loans were decided in this order.
  place smallint not null check (place between 1 and 50),
  loan_id bigint not null references loan(id),
  amount bigint not null,
  funding_id uuid,
  -- The code of the refusal, with the values in its sentence.
  refusal text,
  refusal_params jsonb,
  primary key (lender_id, selection_id, place),
  unique (lender_id, selection_id, loan_id),
  constraint funding_selection_loan_end check (num_nonnulls(funding_id, refusal) = 1),
  constraint funding_selection_loan_params check ((refusal is null) = (refusal_params is null)),
  foreign key (lender_id, selection_id) references funding_selection(lender_id, id),
  foreign key (lender_id, funding_id) references funding(lender_id, id)
);
-- A funding is of one selection at most.
create unique index funding_selection_loan_funding on funding_selection_loan (lender_id, funding_id) where funding_id is not null;

create trigger funding_selection_loan_append_only before delete or update or truncate on funding_selection_loan
  for each statement execute function refuse_change();

-- The number of the latest state of the list, in milliseconds of time; the latest whose versions are deleted; and the day
-- for which open loans are counted.
create table listing_state (
  number bigint not null,
  pruned bigint not null,
  counted_on date not null,
  only_one boolean primary key default true check (only_one)
);
insert into listing_state (number, pruned, counted_on, only_one) values (1, 0, business_day(app_now()), true);

-- A loan that is offered by itself, as it stood from the state `since` to before `until` (2^53 - 1: it stands so now).
create table listing_entry (
  loan_id bigint not null,
  since bigint not null,
  until bigint not null default '9007199254740991'::bigint,
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
  step smallint not null generated always as (width_bucket(remaining, array[1000000::bigint, 5000000::bigint, 10000000::bigint, 25000000::bigint, 50000000::bigint, 100000000::bigint, 250000000::bigint, 500000000::bigint, 1000000000::bigint])) stored,
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

create function touch_new_listed() returns trigger language plpgsql as $$
begin
  insert into listing_touch (loan_id) select loan_id from after_it where status = 'OFFERED' and alone;
  return null;
end $$;

create trigger loan_position_touched_new after insert on loan_position referencing new table as after_it
  for each statement execute function touch_new_listed();
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

-- A funding changes only what is left of a loan. Nothing is counted anew then, which one look at the changed rows tells;
-- before, each batch of fundings added up and compared what had stayed the same, by two triggers and four statements.
create function listing_changed() returns trigger language plpgsql as $$
declare
  today constant date := business_day(app_now());
  counted bigint;
  offered bigint;
begin
  if not exists (select from before_it where status <> 'OFFERED' or not alone)
     and not exists (select loan_id, status, alone, listed, offer_from, offer_until, loan_type_id, tenor from before_it
                     except
                     select loan_id, status, alone, listed, offer_from, offer_until, loan_type_id, tenor from after_it) then
    insert into listing_touch (loan_id) select loan_id from before_it;
    return null;
  end if;

  -- Whatever verb lists a loan or takes it off the list is counted: once for each statement, over all its rows.
  insert into listing_change (offer_until, id_range, offer_from, loan_type_id, tenor, loans)
  select offer_until, loan_id >> 48, case when offer_from <= today then '-infinity' else offer_from end,
         loan_type_id, tenor, sum(loans)
    from (select offer_until, loan_id, offer_from, loan_type_id, tenor, 1 as loans from after_it where listed
           union all
          select offer_until, loan_id, offer_from, loan_type_id, tenor, -1 from before_it where listed) one
   group by 1, 2, 3, 4, 5 having sum(loans) <> 0;
  get diagnostics counted = row_count;
  -- A loan that was listed before has its rule already; no one else gives it one, since its position is locked.
  if exists (select from before_it where status = 'DRAFT') then
    insert into offer_rule (loan_id, extend_days, extend_times, pay_out_share_ppm, pay_out_days)
    select a.loan_id, t.extend_days, t.extend_times, t.pay_out_share_ppm, t.pay_out_days
      from after_it a join loan_type t on t.id = a.loan_type_id
     where a.listed and not exists (select from offer_rule r where r.loan_id = a.loan_id);
  end if;
  -- Many at once are a file that is published: readers shall not have to add them up.
  if counted > 200 then
    perform fold_listing();
  end if;

  -- Whatever verb changes a loan that is offered by itself leaves a touch. Loans that are newly offered are entered at
  -- once, unless they are many: then the worker does it, so that a large file is offered as fast as without.
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

create trigger loan_position_listing after update on loan_position referencing old table as before_it new table as after_it
  for each statement execute function listing_changed();

-- A strategy of a lender. Its terms are those of its latest version.
create table auto_strategy (
  lender_id bigint not null references lender(id),
  id uuid not null,
  -- The place in the order of the lender's strategies; null once it has ended.
  place smallint check (place > 0),
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED', 'ENDED')),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default app_now(),
  changed_at timestamptz not null default app_now(),
  primary key (lender_id, id),
  constraint auto_strategy_place check ((state = 'ENDED') = (place is null))
);
create index auto_strategy_active on auto_strategy (lender_id, place) where state = 'ACTIVE';

-- The terms as the lender gave them (contract/src/funding/auto/strategy.ts). Each version is kept.
create table auto_strategy_version (
  lender_id bigint not null,
  strategy_id uuid not null,
  version integer not null check (version > 0),
  terms jsonb not null,
  created_at timestamptz not null default app_now(),
  primary key (lender_id, strategy_id, version),
  foreign key (lender_id, strategy_id) references auto_strategy(lender_id, id)
);

create trigger auto_strategy_version_append_only before delete or update or truncate on auto_strategy_version
  for each statement execute function refuse_change();

-- Since when a lender stands in the line: when they were served last, or when they made their first strategy.
create table auto_line (
  lender_id bigint primary key references lender(id),
  since timestamptz not null default app_now()
);

-- When the worker looked last whether there is something to allocate, and on which inputs.
create table auto_look (
  one boolean primary key default true check (one),
  looked_at timestamptz not null default '-infinity'::timestamp with time zone,
  input_sha256 bytea
);
insert into auto_look (one, looked_at) values (true, '-infinity');

-- A round: its inputs as they stood, from which its allocation can be computed again, and the hash of what it decided.
create table auto_round (
  id uuid primary key,
  number bigint not null unique check (number > 0),
  decided_at timestamptz not null,
  -- JSON, compressed with gzip.
  input bytea not null,
  -- Of the JSON.
  input_sha256 bytea not null check (length(input_sha256) = 32),
  result_sha256 bytea not null check (length(result_sha256) = 32),
  loans integer not null check (loans >= 0),
  strategies integer not null check (strategies >= 0),
  decisions integer not null check (decisions >= 0),
  amount bigint not null check (amount >= 0),
  -- All its fundings are ordered or refused.
  ended_at timestamptz
);
create unique index auto_round_open on auto_round ((true)) where ended_at is null;

-- A round is what was decided, and ends once; a decision too.
create trigger auto_round_kept before update on auto_round
  for each row when (old.ended_at is not null or new.id is distinct from old.id or new.number is distinct from old.number
    or new.decided_at is distinct from old.decided_at or new.input is distinct from old.input
    or new.input_sha256 is distinct from old.input_sha256 or new.result_sha256 is distinct from old.result_sha256
    or new.loans is distinct from old.loans or new.strategies is distinct from old.strategies
    or new.decisions is distinct from old.decisions or new.amount is distinct from old.amount)
    execute function refuse_new_terms();
create trigger auto_round_not_deleted before delete on auto_round
  for each row when (old.decisions > 0) execute function refuse_new_terms();

-- A funding that a round decided on. It is WAITING until it was ordered: then a funding has its id, or it was REFUSED.
create table auto_decision (
  lender_id bigint not null,
  funding_id uuid not null,
  round_id uuid not null references auto_round(id),
  -- The order in which a round's fundings are ordered.
  no integer not null check (no > 0),
  strategy_id uuid not null,
  strategy_version integer not null,
  loan_id bigint not null references loan(id),
  wanted bigint not null check (wanted > 0),
  amount bigint not null,
  -- The place in the line of those who asked for the loan.
  place integer not null check (place > 0),
  line_length integer not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'FUNDED', 'REFUSED')),
  -- The code of the refusal, with the values in its sentence.
  refusal text,
  refusal_params jsonb,
  tries smallint not null default 0,
  ended_at timestamptz,
  primary key (lender_id, funding_id),
  unique (round_id, no),
  unique (round_id, lender_id, loan_id),
  constraint auto_decision_check check (amount > 0 and amount <= wanted),
  constraint auto_decision_check1 check (line_length >= place),
  constraint auto_decision_end check ((state = 'WAITING') = (ended_at is null)),
  constraint auto_decision_refusal check ((state = 'REFUSED') = (refusal is not null)),
  foreign key (lender_id, strategy_id, strategy_version) references auto_strategy_version(lender_id, strategy_id, version)
) with (fillfactor = 80);
create index auto_decision_waiting on auto_decision (round_id, no) where state = 'WAITING';
create index auto_decision_of_loan on auto_decision (loan_id);
create index auto_decision_of_strategy on auto_decision (lender_id, strategy_id, funding_id);

create trigger auto_decision_kept before update on auto_decision
  for each row when (old.state <> 'WAITING' or new.lender_id is distinct from old.lender_id
    or new.funding_id is distinct from old.funding_id or new.round_id is distinct from old.round_id
    or new.no is distinct from old.no or new.strategy_id is distinct from old.strategy_id
    or new.strategy_version is distinct from old.strategy_version or new.loan_id is distinct from old.loan_id
    or new.wanted is distinct from old.wanted or new.amount is distinct from old.amount
    or new.place is distinct from old.place or new.line_length is distinct from old.line_length)
    execute function refuse_new_terms();
create trigger auto_decision_not_deleted before delete or truncate on auto_decision
  for each statement execute function refuse_change();

-- What a round made of each strategy that it asked.
create table auto_outcome (
  lender_id bigint not null,
  strategy_id uuid not null,
  round_number bigint not null,
  ran_at timestamptz not null,
  funded integer not null,
  funded_amount bigint not null,
  not_funded integer not null,
  -- Why it was given nothing at all, where that does not depend on a loan.
  reason text,
  -- Loans that match and were not given, at most 20: [loan, wanted, place, length of the line, reason].
  lines jsonb not null,
  -- Their number by reason.
  reasons jsonb not null,
  primary key (lender_id, strategy_id, round_number),
  foreign key (lender_id, strategy_id) references auto_strategy(lender_id, id)
);
create index auto_outcome_empty on auto_outcome (ran_at) where funded = 0;

-- The standing mandate of a lender (kuasa): the platform may fund loans in their name, within two ceilings and for a time,
-- and have the agreements signed by hash. Each one that was shown is a version; none of these rows ever changes.
create table mandate (
  id uuid primary key,
  lender_id bigint not null references lender(id),
  version integer not null check (version > 0),
  -- What the lender knows it by; it stands in the text.
  number text not null unique,
  -- The most that fundings under it may be on one loan, and in all. Whole rupiah.
  largest_per_loan bigint not null check (largest_per_loan > 0),
  total_budget bigint not null,
  valid_until timestamptz not null,
  -- All that its text says, and the hash of that text.
  snapshot jsonb not null,
  text_sha256 bytea not null check (length(text_sha256) = 32),
  created_at timestamptz not null default app_now(),
  unique (lender_id, version),
  unique (lender_id, id),
  constraint mandate_ceilings check (largest_per_loan <= total_budget),
  constraint mandate_time check (valid_until > created_at)
);
create index mandate_ending on mandate (valid_until);

alter table document add constraint document_mandate_id_fkey foreign key (mandate_id) references mandate(id);

create trigger mandate_append_only before delete or update or truncate on mandate
  for each statement execute function refuse_change();

-- That its lender has opened its text, without which it is not granted.
create table mandate_opening (
  mandate_id uuid primary key references mandate(id),
  opened_at timestamptz not null default app_now()
);

create trigger mandate_opening_append_only before delete or update or truncate on mandate_opening
  for each statement execute function refuse_change();

-- That its lender has granted it with their password. It then waits for its signature until `sign_before`.
create table mandate_grant (
  mandate_id uuid primary key references mandate(id),
  granted_at timestamptz not null default app_now(),
  sign_before timestamptz not null
);

create trigger mandate_grant_append_only before delete or update or truncate on mandate_grant
  for each statement execute function refuse_change();

-- Its signature by hash. From here on it is in force.
create table mandate_signature (
  mandate_id uuid primary key references mandate_grant(mandate_id),
  shown_sha256 bytea not null,
  signed_sha256 bytea not null,
  signed_at timestamptz not null,
  created_at timestamptz not null default app_now()
);

create trigger mandate_signature_append_only before delete or update or truncate on mandate_signature
  for each statement execute function refuse_change();

-- Its end, once: REVOKED by its lender or an operator, REPLACED by a later one, EXPIRED or REFUSED without a signature.
-- The time is that of the row, not of the transaction: what waited for a lock came after what it waited for.
create table mandate_end (
  mandate_id uuid primary key references mandate_grant(mandate_id),
  reason text not null check (reason in ('REVOKED', 'REPLACED', 'EXPIRED', 'REFUSED')),
  -- The provider's code of a refusal, or the operator's note.
  detail text check (length(detail) between 1 and 500),
  ended_at timestamptz not null default app_clock()
);

create trigger mandate_end_append_only before delete or update or truncate on mandate_end
  for each statement execute function refuse_change();

-- The fundings that were decided under a mandate: they are automatic, and are signed by it.
create table mandate_funding (
  lender_id bigint not null,
  funding_id uuid not null unique,
  mandate_id uuid not null,
  loan_id bigint not null,
  primary key (lender_id, funding_id),
  foreign key (lender_id, funding_id) references funding(lender_id, id),
  foreign key (lender_id, mandate_id) references mandate(lender_id, id)
);
create index mandate_funding_mandate on mandate_funding (mandate_id, loan_id);

create trigger mandate_funding_append_only before delete or update or truncate on mandate_funding
  for each statement execute function refuse_change();

-- The addendum to the agreements of the holdings that a command transferred, for both sides; older transfers have none.
create table transfer_addendum (
  id text primary key,
  from_lender bigint not null references lender(id),
  to_lender bigint not null references lender(id),
  -- What the new holder pays the former for an assignment, in whole rupiah. They settle it themselves; no money moves here.
  price bigint check (price > 0),
  bytes bytea,
  sha256 bytea not null check (length(sha256) = 32),
  created_at timestamptz not null default app_now()
);
create index transfer_addendum_from on transfer_addendum (from_lender, created_at);
create index transfer_addendum_to on transfer_addendum (to_lender, created_at);
create index transfer_addendum_outside on transfer_addendum (sha256) where bytes is null;

create trigger transfer_addendum_bytes_kept before update on transfer_addendum
  for each row execute function document_bytes_guard();
create trigger transfer_addendum_append_only before delete or update or truncate on transfer_addendum
  for each statement execute function refuse_document_change();

-- Holdings that go to another lender: by inheritance, judgment, merger or assignment. The funding stays the one claim on the
-- loan, with its agreement, schedule and place among the others; who receives of a payment is who held it on the value date of
-- that payment. So the order of recording does not matter.
create table holding_transfer_record (
  id uuid primary key,
  -- The command that transferred it, perhaps with others.
  order_id uuid not null,
  funding_id uuid not null references funding(id),
  loan_id bigint not null references loan(id),
  -- Who funded it; it may be that lender who gets it back.
  origin_lender bigint not null references lender(id),
  from_lender bigint not null references lender(id),
  to_lender bigint not null references lender(id),
  -- The first day whose payments are the new holder's.
  value_date date not null,
  kind text not null check (kind in ('DEATH', 'COURT', 'MERGER', 'ASSIGNMENT')),
  document text not null references supporting_document(name),
  reason text not null check (reason <> ''),
  -- What it still asked on that day, without the payments since, as they were known.
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  recorded_at timestamptz not null default app_now(),
  addendum text references transfer_addendum(id),
  constraint holding_transfer_between check (from_lender <> to_lender)
);
create index holding_transfer_of_funding on holding_transfer_record (funding_id, value_date);
create index holding_transfer_of_loan on holding_transfer_record (loan_id);
create index holding_transfer_to on holding_transfer_record (to_lender, funding_id);
create index holding_transfer_from on holding_transfer_record (from_lender, funding_id);
create index holding_transfer_order on holding_transfer_record (order_id);

create trigger holding_transfer_record_append_only before delete or update or truncate on holding_transfer_record
  for each statement execute function refuse_change();

-- The manifest of a bulk funding in one place, for the verb that keeps its hash and the audit that looks at it again:
-- the terms, then a line for each loan in the order of their ids.
create function bulk_manifest(terms jsonb, of_lender bigint, of_bulk uuid)
  returns bytea language sql stable as $$ select sha256(convert_to(terms::text || coalesce(string_agg(
           concat_ws('|', E'\n' || loan_id::text, funding_id::text, amount::text, encode(loan_sha256, 'hex'),
                     encode(pp_sha256, 'hex'), encode(ppfp_sha256, 'hex')), '' order by loan_id), ''), 'UTF8'))
           from bulk_funding_loan where lender_id = of_lender and bulk_id = of_bulk $$;

-- The line of a loan in a preview, and the hash over what the agreements of a lender say alike and those lines, which are
-- in the order of the ids of the loans. The instant at which the terms were taken down is no term.
create function bulk_preview_line(loan_id bigint, amount bigint, loan_sha256 bytea, terms_version integer) returns text
  language sql immutable
  as $$ select E'\n' || loan_id || '|' || amount || '|' || encode(loan_sha256, 'hex') || '|' || terms_version $$;

create function bulk_preview_hash(terms jsonb, lines text) returns bytea language sql immutable
  as $$ select sha256(convert_to((terms - 'preparedAt')::text || coalesce(lines, ''), 'UTF8')) $$;

-- For each amount of the ladder (server/src/funding/marketplace/choosing/ladder.ts) 1 where as much is left, else 0.
create function listing_left(remaining bigint) returns integer[] language sql immutable parallel safe as $$
  select array[(remaining >= 1000000)::int, (remaining >= 5000000)::int, (remaining >= 10000000)::int,
               (remaining >= 25000000)::int, (remaining >= 50000000)::int, (remaining >= 100000000)::int,
               (remaining >= 250000000)::int, (remaining >= 500000000)::int, (remaining >= 1000000000)::int]
$$;

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

-- What the application may not do, and where functions look.
do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke delete on auto_decision, auto_line, auto_look, auto_strategy, bulk_funding, bulk_funding_loan, bulk_preview,
      funding from pematang_app;
    revoke update, delete on auto_strategy_version, esign_document, funding_selection, funding_selection_loan, holding,
      holding_transfer, holding_transfer_record, mandate, mandate_end, mandate_funding, mandate_grant, mandate_opening,
      mandate_signature, signature, transfer_addendum, transferred_share, void_signature from pematang_app;
  end if;
end $$;
