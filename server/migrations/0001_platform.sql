-- Platform: the clock, repeated requests, jobs, limits on requests, the audit trail, proposals.

-- Lists are searched by parts of names and numbers.
create extension if not exists pg_trgm;

-- The application needs no temporary tables; where the migrating login does not own the database, a DBA takes that right away.
do $$ begin
  execute format('revoke temporary on database %I from public', current_database());
end $$;

-- A single login for everything must be able to act as the application's role.
do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    execute format('grant pematang_app to %I', current_user);
  end if;
exception
  when insufficient_privilege then raise notice 'rights of role pematang_app not set: %', sqlerrm;
end $$;

-- The database's time decides expiry and order. A test shifts it per connection; nothing else sets app.time_shift.
create function app_now() returns timestamptz language sql stable parallel safe
  as $$ select now() + coalesce(nullif(current_setting('app.time_shift', true), ''), '0')::interval $$;

-- The database's time of this very statement, where what counts is what came before what under a lock.
create function app_clock() returns timestamptz language sql
  as $$ select clock_timestamp() + coalesce(nullif(current_setting('app.time_shift', true), ''), '0')::interval $$;

-- The business day is Asia/Jakarta.
create function business_day(at timestamptz) returns date language sql immutable parallel safe
  as $$ select (at at time zone 'Asia/Jakarta')::date $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

-- What was answered to a request under its caller's key, so that a repetition is answered the same.
create table idempotency (
  actor text collate "C" not null,
  route text collate "C" not null,
  key text collate "C" not null check (length(key) between 8 and 200),
  request_hash bytea not null check (length(request_hash) = 32),
  -- The answer as it went out; null only inside the transaction that works it out.
  answer jsonb,
  created_at timestamptz not null default app_now(),
  replays integer not null default 0,
  primary key (actor, route, key)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);

-- Work for later, enqueued in the transaction that needs it.
create table job (
  id uuid primary key,
  kind text not null,
  payload jsonb not null,
  run_at timestamptz not null default app_now(),
  attempts integer not null default 0,
  -- While a worker has the job; a worker that died lets it run out.
  leased_until timestamptz,
  last_error text,
  -- Set when the attempts are used up: an operator reads it and lets it run again.
  dead_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- Jobs that wait for a bank are taken apart from the others: a bank that is slow holds up its own only.
  line text not null default 'ordinary' check (line ~ '^[a-z]{1,20}$')
) with (fillfactor = 70);
create index job_due on job (line, run_at) where dead_at is null;
create index job_dead on job (dead_at) where dead_at is not null;

-- Limits that hold across processes. `full_at` is when the bucket would be whole again; it fills as time goes by, so
-- that nobody is locked out for good. The key is a hash: no number and no address stands here.
create table rate_limit (
  key bytea primary key check (length(key) = 32),
  full_at timestamptz not null
) with (fillfactor = 70);

-- What was signed of the chain's last link, as it was written where the operator keeps it.
create table audit_anchor (
  id uuid primary key,
  at timestamptz not null default app_now(),
  seq bigint not null,
  line text not null
);
create index audit_anchor_at on audit_anchor (at desc);

create trigger audit_anchor_append_only before delete or update or truncate on audit_anchor
  for each statement execute function refuse_change();

-- Keys with which something may be encrypted: who has not all of them cannot work on this database.
create table data_key (
  id text primary key check (length(id) between 1 and 40),
  since timestamptz not null default app_now()
);

-- The timelines of the log that the application has seen a primary on. A server that has this row follows that primary: two
-- servers may be as far in their logs and differ, where one of them has missed a failover.
create table log_timeline (
  system bigint not null,
  timeline integer not null,
  primary key (system, timeline)
);

-- Answers of calls without a client's key (docs/decisions/0045-growing-tables.md). Only the same call looks for its answer,
-- while it is tried again after an unknown outcome, so a day is long enough. Three partitions take turns by the day of the
-- id, and the one of the next day is truncated.
create table own_answer (
  slot smallint not null,
  id uuid not null,
  -- Null only inside the transaction that works it out.
  answer jsonb,
  created_at timestamptz not null default app_now(),
  replays integer not null default 0,
  primary key (id, slot)
) partition by list (slot);

create table own_answer_0 partition of own_answer for values in ('0') with (fillfactor = 80);
create table own_answer_1 partition of own_answer for values in ('1') with (fillfactor = 80);
create table own_answer_2 partition of own_answer for values in ('2') with (fillfactor = 80);

-- Where the next look for old rows begins. Rows are looked for by their place in the table, so that no index on their age has to be
-- written with each of them.
create table retention_position (
  name text primary key,
  next_block bigint not null default 0 check (next_block >= 0)
);
insert into retention_position (name, next_block) values ('idempotency', 0);

-- Who did what, with its outcome: an entry for each command (docs/decisions/0022-evidence-outside-the-database.md), in a
-- partition for each year.
create table audit_event (
  id uuid primary key,
  at timestamptz not null default app_now(),
  actor text not null,
  operation text not null,
  subject text,
  outcome text not null,
  request_id text,
  detail jsonb
) partition by range (id);
-- What the operator reads of one account. Fundings, which are many, are not in it.
create index audit_event_of_lender on audit_event (subject, at desc) where subject like 'lender:%';
create index audit_event_of_operators on audit_event (at, operation) where actor like 'operator:%';
-- What members did, for the activity of their company; what lenders do who are alone is not in it.
create index audit_event_of_members on audit_event (actor, id) where actor like 'lender:%/member:%';

create trigger audit_event_append_only before delete or update or truncate on audit_event
  for each statement execute function refuse_change();

-- The chain h(n) = SHA-256(h(n-1) || row n), made off the hot path by one sealer at a time.
create table audit_seal (
  seq bigint not null check (seq > 0),
  event_id uuid not null,
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null default app_now(),
  -- The key that a link of the audit chain is sealed with: HMAC(key, h(n-1) || n, key's id || row n), the key outside the
  -- database. Null in links of before there was a key, SHA-256(h(n-1) || row n), which stay as they are.
  key_id text check (length(key_id) between 1 and 40)
) partition by range (event_id);

-- The smallest id that is made from a time on: the first 48 bits of an id (UUID v7) are its time in milliseconds.
create function audit_id_at(at timestamptz) returns uuid language sql immutable parallel safe
  as $$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid $$;

-- Years begin at midnight in Jakarta.
create function audit_year_begins(year integer) returns uuid language sql immutable parallel safe
  as $$ select audit_id_at(make_timestamp(year, 1, 1, 0, 0, 0) at time zone 'Asia/Jakarta') $$;

create function audit_year_of(at timestamptz) returns integer language sql immutable parallel safe
  as $$ select extract(year from at at time zone 'Asia/Jakarta')::integer $$;

-- The first partition ends with the year of the 90th day from now: make_audit_partitions makes the next ones.
create table audit_event_first (like audit_event including defaults, primary key (id));
create index audit_event_first_of_lender on audit_event_first (subject, at desc) where subject like 'lender:%';
create table audit_seal_first (
  like audit_seal including defaults including constraints,
  primary key (seq), unique (event_id), foreign key (event_id) references audit_event_first
);
do $$
declare
  bound uuid := audit_year_begins(audit_year_of(now() + interval '90 days') + 1);
begin
  execute format('alter table audit_event attach partition audit_event_first for values from (minvalue) to (%L)', bound);
  execute format('alter table audit_seal attach partition audit_seal_first for values from (minvalue) to (%L)', bound);
end $$;

-- Entries whose ids are of no year that has a partition, because a clock was wrong or nobody made one. It shall be empty.
create table audit_event_other partition of audit_event default;
create table audit_seal_other partition of audit_seal
  (primary key (seq), unique (event_id), foreign key (event_id) references audit_event_other) default;

create trigger audit_event_append_only before delete or update or truncate on audit_event_first
  for each statement execute function refuse_change();
create trigger audit_seal_append_only before delete or update or truncate on audit_seal_first
  for each statement execute function refuse_change();
create trigger audit_seal_append_only before delete or update or truncate on audit_seal
  for each statement execute function refuse_change();
create trigger audit_event_append_only before delete or update or truncate on audit_event_other
  for each statement execute function refuse_change();
create trigger audit_seal_append_only before delete or update or truncate on audit_seal_other
  for each statement execute function refuse_change();

-- What was retired of the audit trail: partitions that were dropped at the end of their retention, after they were verified.
create table audit_retirement (
  id uuid primary key,
  at timestamptz not null default app_now(),
  -- All partitions that end here or before were dropped.
  end_id uuid not null unique,
  entries bigint not null check (entries > 0),
  -- The last link that was dropped. A signed head of it or of a later one is kept outside the database.
  last_seq bigint not null check (last_seq > 0)
);

create trigger audit_retirement_append_only before delete or update or truncate on audit_retirement
  for each statement execute function refuse_change();

-- Dropped links whose next link is still there: the chain goes on from them. Mostly the last one, and some more where entries of
-- around New Year were not sealed in the order of their ids.
create table audit_retired_link (
  seq bigint primary key,
  hash bytea not null check (length(hash) = 32),
  key_id text,
  retirement_id uuid not null references audit_retirement(id)
);

create trigger audit_retired_link_append_only before delete or update or truncate on audit_retired_link
  for each statement execute function refuse_change();

-- Figures that take long, as the worker counted them last.
create table hourly_figure (
  name text primary key,
  figures jsonb not null,
  counted_at timestamptz not null default app_now()
);

-- How many must decide a command of staff, beside its maker. The latest version of an operation counts; with no decider it is
-- lifted.
create table approval_rule (
  version integer primary key check (version > 0),
  operation text not null,
  deciders integer not null check (deciders between 0 and 5),
  -- From this sum on, in whole rupiah, with what the maker had decided in the 24 hours before, so many.
  large_from bigint check (large_from > 0),
  large_deciders integer check (large_deciders between 1 and 5),
  -- For how long a proposal may be decided.
  hours integer not null check (hours between 1 and 720),
  at timestamptz not null default app_clock(),
  constraint approval_rule_large check ((large_from is null) = (large_deciders is null) and (large_from is null
    or large_deciders > deciders and deciders > 0))
);
create index approval_rule_of_operation on approval_rule (operation, version);

create trigger approval_rule_append_only before delete or update or truncate on approval_rule
  for each statement execute function refuse_change();

-- A command that waits for its decision. It holds nothing and never changes; it only ends, once.
create table proposal (
  number bigint primary key check (number > 0),
  operation text not null,
  -- The input as JSON (platform/approvals/input.ts), encrypted like personal data, and its hash.
  input text not null,
  input_hash bytea not null check (length(input_hash) = 32),
  -- What it gives, in whole rupiah; null where the input names no sum.
  amount bigint check (amount >= 0),
  maker integer not null,
  -- The command line where it was typed; null from elsewhere.
  seat jsonb,
  at timestamptz not null default app_now(),
  until timestamptz not null,
  ended text check (ended in ('DONE', 'REFUSED', 'WITHDRAWN')),
  ended_at timestamptz,
  -- What the dry run found when it was proposed (staff/actions), encrypted like the input; null where nothing was tried.
  foreseen text,
  constraint proposal_until check (until > at),
  constraint proposal_ended check ((ended is null) = (ended_at is null))
);
create index proposal_open on proposal (number) where ended is null;
create index proposal_open_of_maker on proposal (maker, input_hash) where ended is null;
create index proposal_done_of_maker on proposal (maker, ended_at) where ended = 'DONE';
create index proposal_of_maker on proposal (maker, number);

-- Whether the owner's login encrypts what is in a table anew, which changes no value.
create function is_reencrypting(relation oid) returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select current_setting('app.reencrypting', true) is not distinct from 'on'
     and current_user = pg_get_userbyid((select relowner from pg_class where oid = relation))
$$;

create function guard_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if is_reencrypting(tg_relid) and to_jsonb(new) - '{input,foreseen}'::text[] = to_jsonb(old) - '{input,foreseen}'::text[] then
      return new;
    end if;
    if old.ended is null and new.ended is not null
       and to_jsonb(new) - '{ended,ended_at}'::text[] = to_jsonb(old) - '{ended,ended_at}'::text[] then
      return new;
    end if;
  end if;
  raise exception 'a proposal is never edited' using errcode = 'integrity_constraint_violation';
end $$;

create trigger proposal_kept before delete or update on proposal
  for each row execute function guard_proposal();
create trigger proposal_not_truncated before truncate on proposal
  for each statement execute function refuse_change();

-- What another person said to a proposal.
create table proposal_decision (
  proposal bigint not null references proposal(number),
  staff_id integer not null,
  verdict text not null check (verdict in ('AGREED', 'REFUSED')),
  -- How many had to agree, by the rule and the sums of then.
  needed integer not null check (needed > 0),
  at timestamptz not null default app_clock(),
  primary key (proposal, staff_id)
);

create trigger proposal_decision_append_only before delete or update or truncate on proposal_decision
  for each statement execute function refuse_change();

-- A run of commands without a second pair, until another person has looked at it.
create table break_glass (
  number bigint primary key check (number > 0),
  -- One process of the command line.
  run uuid not null unique,
  operator text not null,
  seat jsonb,
  reason text not null check (length(reason) between 1 and 200),
  at timestamptz not null default app_now(),
  looked_by integer,
  looked_at timestamptz,
  constraint break_glass_looked check ((looked_by is null) = (looked_at is null))
);
create index break_glass_unseen on break_glass (number) where looked_at is null;

create function guard_break_glass() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.looked_at is null and new.looked_at is not null
     and to_jsonb(new) - '{looked_by,looked_at}'::text[] = to_jsonb(old) - '{looked_by,looked_at}'::text[] then
    return new;
  end if;
  raise exception 'break_glass is append-only' using errcode = 'integrity_constraint_violation';
end $$;

create trigger break_glass_kept before delete or update on break_glass
  for each row execute function guard_break_glass();
create trigger break_glass_not_truncated before truncate on break_glass
  for each statement execute function refuse_change();

-- What a member did below the amount of a rule, without a decision, so that splitting a sum gains nothing.
create table company_direct (
  id uuid primary key,
  company_id bigint not null,
  member_id bigint not null,
  subject text not null,
  amount bigint not null check (amount >= 0),
  at timestamptz not null default app_clock()
);
create index company_direct_of_member on company_direct (member_id, subject, at);

create trigger company_direct_append_only before delete or update or truncate on company_direct
  for each statement execute function refuse_change();

create function listing_band(interest integer) returns integer language sql immutable parallel safe as $$
  select interest / 10000 * 2 + (interest % 10000 <> 0)::int
$$;

create function listing_kind_of(loan_type_id bigint, grade text, period integer, tenor integer, interest integer) returns bigint
  language sql immutable parallel safe as $$
  select ('x' || left(md5(format('%s/%s/%s/%s/%s', loan_type_id, period, tenor, listing_band(interest), grade)), 16))::bit(64)::bigint
$$;

-- Truncates the partition of the next day, and says whether it did. It is left as it is when an answer in it is
-- younger than an hour: then a clock is a day ahead of another one. Where a transaction of some seconds uses the partition (the demo
-- data is made on past days), it is left for the next call.
create function empty_own_answers() returns boolean language plpgsql security definer set lock_timeout = '1s' as $$
declare
  part text := 'own_answer_' || (extract(epoch from app_now())::bigint / 86400 + 1) % 3;
  found boolean;
begin
  execute format('select exists (select from %I)', part) into found;
  if not found then return false; end if;
  begin
    execute format('lock table %I in access exclusive mode', part);
  exception when lock_not_available then
    return false;
  end;
  execute format('select exists (select from %I where created_at > app_now() - interval ''1 hour'')', part) into found;
  if found then
    raise exception 'the answers of the next day are in use: the clocks of the processes and of the database differ by a day';
  end if;
  execute format('truncate %I', part);
  return true;
end $$;

create function audit_time_of(id uuid) returns timestamptz language sql immutable parallel safe
  as $$ select to_timestamp(('x' || substr(translate(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0) $$;

-- Makes partitions until a year from now has one, and takes from the application's role what default rights gave it: what it
-- writes goes through the whole table, whose triggers and rights would not apply to a partition that is named itself.
create function make_audit_partitions() returns void language plpgsql security definer set lock_timeout = '2s' as $$
declare
  next_id uuid := (select end_id from audit_partition where end_id is not null order by end_id desc limit 1);
  until_id uuid;
  year integer;
  part text;
begin
  while next_id < audit_id_at(app_now() + interval '1 year') loop
    year := audit_year_of(audit_time_of(next_id));
    until_id := audit_year_begins(year + 1);
    execute format('create table %I (like audit_event including defaults including constraints)', 'audit_event_' || year);
    execute format('alter table audit_event attach partition %I for values from (%L) to (%L)',
                   'audit_event_' || year, next_id, until_id);
    execute format('create table %I (like audit_seal including defaults including constraints,
                      primary key (seq), unique (event_id), foreign key (event_id) references %I)',
                   'audit_seal_' || year, 'audit_event_' || year);
    execute format('alter table audit_seal attach partition %I for values from (%L) to (%L)',
                   'audit_seal_' || year, next_id, until_id);
    execute format('create trigger audit_event_append_only before update or delete or truncate on %I
                      for each statement execute function refuse_change()', 'audit_event_' || year);
    execute format('create trigger audit_seal_append_only before update or delete or truncate on %I
                      for each statement execute function refuse_change()', 'audit_seal_' || year);
    next_id := until_id;
  end loop;
  if not exists (select from pg_roles where rolname = 'pematang_app') then return; end if;
  for part in select unnest(array[events, seals]) from audit_partition loop
    if has_table_privilege('pematang_app', part, 'INSERT, UPDATE, DELETE, TRUNCATE') then
      execute format('revoke insert, update, delete, truncate on %I from %I', part, 'pematang_app');
    end if;
  end loop;
end $$;

-- The links that a retirement left, as its entry in the audit trail names them.
create function audit_retired_digest(retirement uuid) returns text language sql stable as $$
  select encode(sha256(convert_to(string_agg(seq || ':' || encode(hash, 'hex'), ',' order by seq), 'UTF8')), 'hex')
    from audit_retired_link where retirement_id = retirement
$$;

-- Drops the partitions that end at this id or before, with their seals. Only the owner of the tables may call it. What is verified
-- before (the whole chain, and a signed head outside the database) is in server/src/platform/audit/retire.ts.
create function retire_audit(retirement uuid, until_id uuid) returns void language plpgsql as $$
declare
  events_of regclass[];
  seals_of regclass[];
  part regclass;
  last bigint;
begin
  if until_id is null or until_id > audit_id_at(app_now() - interval '10 years') then
    raise exception 'the audit trail is kept for ten years';
  end if;
  if not exists (select from audit_partition where end_id = until_id) then
    raise exception 'no partition of the audit trail ends there';
  end if;
  perform pg_advisory_xact_lock(hashtext('audit.seal'));
  select array_agg(events::regclass), array_agg(seals::regclass) into events_of, seals_of
    from audit_partition where end_id <= until_id;
  if exists (select from audit_event e where e.id < until_id and e.tableoid = any (events_of)
                and not exists (select from audit_seal s where s.event_id = e.id and s.event_id < until_id)) then
    raise exception 'some of these entries are not sealed yet';
  end if;
  insert into audit_retirement (id, end_id, entries, last_seq)
    select retirement, until_id, count(*), max(seq) from audit_seal
     where event_id < until_id and tableoid = any (seals_of)
    returning last_seq into last;
  if not exists (select from audit_anchor where seq >= last) then
    raise exception 'no signed head is of the last of these entries or of a later one';
  end if;
  insert into audit_retired_link (seq, hash, key_id, retirement_id)
    select dropped.seq, dropped.hash, dropped.key_id, retirement
      from audit_seal dropped join audit_seal next on next.seq = dropped.seq + 1
     where dropped.event_id < until_id and dropped.tableoid = any (seals_of) and next.tableoid <> all (seals_of);
  if not exists (select from audit_retired_link where seq = last) then
    raise exception 'nothing is sealed behind the last of these entries';
  end if;
  foreach part in array seals_of || events_of loop
    execute format('drop table %s', part);
  end loop;
end $$;

-- Makes the partitions that are missing where entries are in the partition for all others, and moves them there. Only the owner of
-- the tables may call it; both tables are locked meanwhile.
create function move_other_audit_entries() returns bigint language plpgsql as $$
declare
  moved bigint;
begin
  perform pg_advisory_xact_lock(hashtext('audit.seal'));
  alter table audit_seal detach partition audit_seal_other;
  alter table audit_event detach partition audit_event_other;
  alter table audit_event_other rename to audit_event_moved;
  alter table audit_seal_other rename to audit_seal_moved;
  perform make_audit_partitions();
  create table audit_event_other partition of audit_event default;
  create table audit_seal_other partition of audit_seal
    (primary key (seq), unique (event_id), foreign key (event_id) references audit_event_other) default;
  create trigger audit_event_append_only before update or delete or truncate on audit_event_other
    for each statement execute function refuse_change();
  create trigger audit_seal_append_only before update or delete or truncate on audit_seal_other
    for each statement execute function refuse_change();
  insert into audit_event select * from audit_event_moved;
  insert into audit_seal select * from audit_seal_moved;
  select count(*) into moved from audit_event_moved e where not exists (select from audit_event_other o where o.id = e.id);
  drop table audit_seal_moved;
  drop table audit_event_moved;
  perform make_audit_partitions();
  return moved;
end $$;

-- Names are found however they are typed: an apostrophe or hyphen of any form, with or without accents, composed or not, in upper
-- or lower case. What is searched and what is searched for are folded by this one function.
create function search_form(given text) returns text language sql immutable parallel safe as $$
  select btrim(lower(regexp_replace(
    normalize(translate(given, U&'\2018\2019\201B\2032\02B9\02BB\02BC\02BD\0060\00B4' || U&'\2010\2011\2012\2013\2014\2212',
                        repeat('''', 10) || repeat('-', 6)), nfkd),
    -- Accents, and what cannot be seen: soft hyphens, joiners, marks of direction.
    '[\u0300-\u036F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]', '', 'g')))
$$;

-- The rule in force of an operation. It waits for a change of rules that is being made, and the change for those who read
-- before: each statement of a volatile function sees what was committed before it.
create function approval_rule_in_force(asked text) returns setof approval_rule language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('approval_rule'));
  return query select * from approval_rule where operation = asked order by version desc limit 1;
end $$;

-- The partitions of both tables, by what their names end in. Those of the ids that fit no other have no end.
create view audit_partition as
  select substr(e.relname, 13) as name, e.relname::text as events, 'audit_seal_' || substr(e.relname, 13) as seals,
         substring(pg_get_expr(e.relpartbound, e.oid) from 'TO \(''([0-9a-f-]{36})''\)')::uuid as end_id
    from pg_inherits i join pg_class e on e.oid = i.inhrelid
   where i.inhparent = 'audit_event'::regclass;

-- What the application may not do, and where functions look.
do $$ begin
  execute format('alter function empty_own_answers() set search_path = %I, pg_temp', current_schema());
  execute format('alter function make_audit_partitions() set search_path = %I, pg_temp', current_schema());
  revoke execute on function empty_own_answers() from public;
  revoke execute on function make_audit_partitions() from public;
  revoke execute on function retire_audit(uuid, uuid) from public;
  revoke execute on function move_other_audit_entries() from public;
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete on approval_rule, audit_anchor, audit_event, audit_seal, break_glass, company_direct, proposal,
      proposal_decision from pematang_app;
    revoke insert, update, delete on audit_retired_link, audit_retirement, own_answer_0, own_answer_1,
      own_answer_2 from pematang_app;
    grant update (looked_by, looked_at) on break_glass to pematang_app;
    grant update (ended, ended_at) on proposal to pematang_app;
    revoke execute on function retire_audit(uuid, uuid) from pematang_app;
    revoke execute on function move_other_audit_entries() from pematang_app;
  end if;
end $$;
