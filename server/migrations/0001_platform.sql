-- What every room needs: the clock, repeated requests, the audit trail, jobs.

-- The application's role has no right to change what is append-only. It is created where the migrating user may;
-- elsewhere the triggers below are the only wall, and the start-up log says so.
do $$ begin
  if not exists (select from pg_roles where rolname = 'pematang_app') then
    create role pematang_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then raise notice 'role pematang_app not created: no right to create roles';
end $$;
do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    execute format('grant pematang_app to %I', current_user);
    execute format('grant usage on schema %I to pematang_app', current_schema());
    execute format('alter default privileges in schema %I grant select, insert, update, delete on tables to pematang_app', current_schema());
    execute format('alter default privileges in schema %I grant execute on functions to pematang_app', current_schema());
    execute format('grant select on schema_migration to pematang_app');
  end if;
exception
  when insufficient_privilege then raise notice 'rights of role pematang_app not set: %', sqlerrm;
end $$;

-- The database's time decides expiry and order. A test shifts it per connection; nothing else sets app.time_shift.
create function app_now() returns timestamptz language sql stable parallel safe
  as $$ select now() + coalesce(nullif(current_setting('app.time_shift', true), ''), '0')::interval $$;

-- The business day is Asia/Jakarta.
create function business_day(at timestamptz) returns date language sql immutable parallel safe
  as $$ select (at at time zone 'Asia/Jakarta')::date $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create table idempotency (
  actor text not null,
  route text not null,
  key text not null check (length(key) between 8 and 200),
  request_hash bytea not null check (length(request_hash) = 32),
  -- The answer as it went out; null only inside the transaction that works it out.
  answer jsonb,
  created_at timestamptz not null default app_now(),
  replays integer not null default 0,
  primary key (actor, route, key)
) with (fillfactor = 80);
create index idempotency_age on idempotency using brin (created_at);

create table audit_event (
  id uuid primary key,
  at timestamptz not null default app_now(),
  actor text not null,
  operation text not null,
  subject text,
  outcome text not null,
  request_id text,
  detail jsonb
);
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();

-- The chain h(n) = SHA-256(h(n-1) || row n), made off the hot path by one sealer at a time.
create table audit_seal (
  seq bigint primary key check (seq > 0),
  event_id uuid not null unique references audit_event (id),
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null default app_now()
);
create trigger audit_seal_append_only before update or delete or truncate on audit_seal
  for each statement execute function refuse_change();

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
  created_at timestamptz not null default app_now()
) with (fillfactor = 70);
create index job_due on job (run_at) where dead_at is null;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on audit_event, audit_seal from pematang_app;
  end if;
end $$;
