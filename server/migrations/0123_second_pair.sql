-- A second pair of eyes: who may propose and decide, what was proposed and decided, and the rules that ask for it.

-- Staff. Their names are in clear, as those of lenders are, and stand in the audit trail.
create table staff (
  id integer primary key check (id > 0),
  name text not null unique check (length(name) between 1 and 100),
  email text not null,
  email_search text not null unique,
  added_at timestamptz not null default app_now(),
  constraint staff_email_search check ((email like 'enc1:%') = (email_search like 'h1:%'))
);

-- What a person may do from a moment on; nothing while suspended. The latest version counts.
create table staff_rights (
  staff_id integer not null references staff (id),
  version integer not null check (version > 0),
  rights text[] not null check (rights <@ array['LOOK', 'WORK', 'DECIDE', 'ADMIN']),
  at timestamptz not null default app_clock(),
  primary key (staff_id, version)
);
create trigger staff_rights_append_only before update or delete or truncate on staff_rights
  for each statement execute function refuse_change();

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
  constraint approval_rule_large
    check ((large_from is null) = (large_deciders is null) and (large_from is null or large_deciders > deciders and deciders > 0))
);
create index approval_rule_of_operation on approval_rule (operation, version);
create trigger approval_rule_append_only before update or delete or truncate on approval_rule
  for each statement execute function refuse_change();

-- The rule in force of an operation. It waits for a change of rules that is being made, and the change for those who read
-- before: each statement of a volatile function sees what was committed before it.
create function approval_rule_in_force(asked text) returns setof approval_rule language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('approval_rule'));
  return query select * from approval_rule where operation = asked order by version desc limit 1;
end $$;

-- A command that waits for its decision. It holds nothing and never changes; it only ends, once.
create table proposal (
  number bigint primary key check (number > 0),
  operation text not null,
  -- The input as JSON (platform/approvals/input.ts), encrypted like personal data, and its hash.
  input text not null,
  input_hash bytea not null check (length(input_hash) = 32),
  -- What it gives, in whole rupiah; null where the input names no sum.
  amount bigint check (amount >= 0),
  maker integer not null references staff (id),
  -- The command line where it was typed; null from elsewhere.
  seat jsonb,
  at timestamptz not null default app_now(),
  until timestamptz not null,
  ended text check (ended in ('DONE', 'REFUSED', 'WITHDRAWN')),
  ended_at timestamptz,
  constraint proposal_until check (until > at),
  constraint proposal_ended check ((ended is null) = (ended_at is null))
);
create index proposal_open on proposal (number) where ended is null;
create index proposal_open_of_maker on proposal (maker, input_hash) where ended is null;
create index proposal_done_of_maker on proposal (maker, ended_at) where ended = 'DONE';

create function guard_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if is_reencrypting(tg_relid) and to_jsonb(new) - 'input' = to_jsonb(old) - 'input' then return new; end if;
    if old.ended is null and new.ended is not null
       and to_jsonb(new) - '{ended,ended_at}'::text[] = to_jsonb(old) - '{ended,ended_at}'::text[] then
      return new;
    end if;
  end if;
  raise exception 'a proposal is never edited' using errcode = 'integrity_constraint_violation';
end $$;
create trigger proposal_kept before update or delete on proposal for each row execute function guard_proposal();
create trigger proposal_not_truncated before truncate on proposal for each statement execute function refuse_change();

create table proposal_decision (
  proposal bigint not null references proposal (number),
  staff_id integer not null references staff (id),
  verdict text not null check (verdict in ('AGREED', 'REFUSED')),
  -- How many had to agree, by the rule and the sums of then.
  needed integer not null check (needed > 0),
  at timestamptz not null default app_clock(),
  primary key (proposal, staff_id)
);
create trigger proposal_decision_append_only before update or delete or truncate on proposal_decision
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
  looked_by integer references staff (id),
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
create trigger break_glass_kept before update or delete on break_glass
  for each row execute function guard_break_glass();
create trigger break_glass_not_truncated before truncate on break_glass for each statement execute function refuse_change();

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke delete, truncate on staff, proposal, break_glass from pematang_app;
    revoke update, delete, truncate on staff_rights, approval_rule, proposal_decision from pematang_app;
    revoke update on staff, proposal, break_glass from pematang_app;
    grant update (ended, ended_at) on proposal to pematang_app;
    grant update (looked_by, looked_at) on break_glass to pematang_app;
  end if;
end $$;
