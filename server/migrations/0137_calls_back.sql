-- Events of lenders for their systems, and calls back that say that there is one.

-- What happened, written in the transaction of it, until the worker has numbered it. Reservations are not noted where they are
-- made, which is where most wait for each other, but with their way to the e-signature provider.
create table event_note (
  no bigint generated always as identity primary key,
  kind text not null check (kind in ('TRANSFERS', 'FUNDING', 'WITHDRAWAL', 'LOAN')),
  refs text[] not null check (cardinality(refs) > 0),
  state text,
  at timestamptz not null default app_now(),
  constraint event_note_state check ((state is null) = (kind = 'TRANSFERS'))
);

-- Events in the order in which one worker after the other numbered them, without gaps: who reads along the numbers misses
-- none, whatever commits late. The id is random: in a database that was restored to an earlier moment a number has another.
create table event (
  no bigint primary key check (no > 0),
  id uuid not null,
  lender_id bigint not null,
  type text not null check (type ~ '^(cash|funding|withdrawal|loan)[.][a-z_]{1,20}$'),
  -- The transfer, with the side on which it has the lender's cash (+ or -), the funding, withdrawal or loan.
  ref text not null,
  at timestamptz not null
);
create index event_of_lender on event (lender_id, no);
create trigger event_append_only before update or delete or truncate on event
  for each statement execute function refuse_change();

create function note_event_transfers() returns trigger language plpgsql as $$
begin
  insert into event_note (kind, refs) select 'TRANSFERS', array_agg(id::text) from fresh having count(*) > 0;
  return null;
end $$;
-- Called with the kind and the columns of the id and the state.
create function note_event_state() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(new);
begin
  insert into event_note (kind, refs, state) values (tg_argv[0], array[changed ->> tg_argv[1]], changed ->> tg_argv[2]);
  return null;
end $$;
create function note_event_signing() returns trigger language plpgsql as $$
begin
  insert into event_note (kind, refs, state) values ('FUNDING', array[new.funding_id::text], 'WAITING');
  return null;
end $$;
create trigger transfer_event after insert on transfer referencing new table as fresh
  for each statement execute function note_event_transfers();
create trigger signing_request_event after insert on signing_request
  for each row execute function note_event_signing();
-- Of bulk fundings, which wait for nothing.
create trigger funding_event after insert on funding for each row when (new.state <> 'WAITING')
  execute function note_event_state('FUNDING', 'id', 'state');
create trigger funding_event_again after update of state on funding for each row when (old.state is distinct from new.state)
  execute function note_event_state('FUNDING', 'id', 'state');
create trigger withdrawal_event after insert on withdrawal for each row
  execute function note_event_state('WITHDRAWAL', 'id', 'state');
create trigger withdrawal_event_again after update of state on withdrawal for each row when (old.state is distinct from new.state)
  execute function note_event_state('WITHDRAWAL', 'id', 'state');
create trigger loan_position_event after update of status on loan_position for each row
  when (old.status is distinct from new.status and new.status not in ('DRAFT', 'DELETED', 'OFFERED'))
  execute function note_event_state('LOAN', 'loan_id', 'status');

-- Where a lender's system is called, and how far it was. The address may hold a token: it is encrypted like the secret.
create table call_back (
  lender_id bigint primary key references lender (id),
  url text not null,
  types text[] not null check (cardinality(types) > 0),
  secret text not null,
  -- The secret of before signs too, for a day after it was changed.
  former_secret text,
  former_until timestamptz,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED', 'GONE')),
  set_at timestamptz not null default app_now(),
  -- The last event that was told or passed over.
  rung_no bigint not null check (rung_no >= 0),
  rung_at timestamptz,
  -- Whether a job tells of what follows: that of this turn, no other.
  ringing boolean not null default false,
  turn bigint not null default 0,
  -- Since when every call has failed, when the last one was, and when the next is due.
  failing_since timestamptz,
  tried_at timestamptz,
  due_at timestamptz,
  constraint call_back_former check ((former_secret is null) = (former_until is null)),
  constraint call_back_failing check ((failing_since is null) = (due_at is null)),
  constraint call_back_over check (state = 'ACTIVE' or not ringing)
) with (fillfactor = 50);

-- What came of each call, for 30 days. `event_no` is null for a trial.
create table call_back_try (
  id bigint generated always as identity primary key,
  lender_id bigint not null,
  event_no bigint,
  at timestamptz not null default app_clock(),
  milliseconds integer not null check (milliseconds >= 0),
  status smallint,
  fault text
);
create index call_back_try_of_lender on call_back_try (lender_id, id);
create index call_back_try_old on call_back_try (at);

do $$ declare
  before text := pg_get_viewdef('awaited_job'::regclass);
begin
  execute 'create or replace view awaited_job as ' || rtrim(before, E'; \n') || $union$
    union all
   select 'callback.ring'::text, case when failing_since is null then 'callback' else 'callbackfailing' end::text,
          jsonb_build_object('lenderId', lender_id, 'turn', turn), coalesce(due_at, tried_at, set_at)
     from call_back where ringing$union$;
end $$;

-- The change of an address is told as one of the account.
do $change$ begin
  execute replace(pg_get_functiondef('notice_category(text)'::regprocedure), $$'FACTOR_RECOVERY'$$,
                  $$'FACTOR_RECOVERY', 'CALL_BACK_CHANGED', 'CALL_BACK_PAUSED'$$);
end $change$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on event from pematang_app;
    revoke update, truncate on event_note from pematang_app;
    revoke truncate on call_back from pematang_app;
    revoke update, truncate on call_back_try from pematang_app;
  end if;
end $$;
