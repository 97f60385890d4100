-- Files that staff upload at the console, and their runs: dry runs, and imports after the decision.

create table staff_file (
  id uuid primary key,
  -- The command that takes it, with its options, as a proposal of it names it.
  command text not null check (length(command) between 1 and 400),
  name text not null check (length(name) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes > 0),
  -- Encrypted like the inputs of proposals; null once it was removed.
  content text,
  uploaded_by integer not null references staff (id),
  at timestamptz not null default app_now(),
  -- The last proposal of it.
  proposal bigint references proposal (number),
  removed_at timestamptz,
  constraint staff_file_removed check ((content is null) = (removed_at is not null))
);
-- The same content for the same command is one file, until it was removed.
create unique index staff_file_kept on staff_file (command, sha256) where removed_at is null;
create index staff_file_newest on staff_file (at, id);
create index staff_file_kept_of_person on staff_file (uploaded_by) where removed_at is null;

create function guard_staff_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if is_reencrypting(tg_relid) and to_jsonb(new) - 'content' = to_jsonb(old) - 'content' then return new; end if;
    if old.removed_at is null
       and to_jsonb(new) - '{content,removed_at,proposal}'::text[] = to_jsonb(old) - '{content,removed_at,proposal}'::text[]
       and (new.content is null or new.content = old.content) then
      return new;
    end if;
  end if;
  raise exception 'a file is never edited' using errcode = 'integrity_constraint_violation';
end $$;
create trigger staff_file_kept before update or delete on staff_file for each row execute function guard_staff_file();
create trigger staff_file_not_truncated before truncate on staff_file for each statement execute function refuse_change();

create table staff_file_run (
  id uuid primary key,
  file_id uuid not null references staff_file (id),
  what text not null check (what in ('TRIAL', 'IMPORT')),
  -- Under which it is imported; null for a dry run, and where no rule asks for a second pair.
  proposal bigint unique references proposal (number),
  -- Who asked for it: of an import, who decided last.
  staff_id integer not null references staff (id),
  at timestamptz not null default app_now(),
  -- How often it was begun: more than once where a worker was killed or the database failed.
  attempts integer not null default 0 check (attempts >= 0),
  ended_at timestamptz,
  outcome text check (outcome in ('DONE', 'UNREADABLE', 'CHANGED', 'UNDECIDED', 'FAILED')),
  -- The counts and sums of what it found, without personal data; null where it could not be read.
  found jsonb,
  -- The refused lines, encrypted: they quote cells. Removed with the content.
  refusals text,
  constraint staff_file_run_proposal check (proposal is null or what = 'IMPORT'),
  constraint staff_file_run_ended check ((ended_at is null) = (outcome is null)
    and (outcome is not distinct from 'DONE' or found is null) and (ended_at is not null or refusals is null))
);
-- One at a time.
create unique index staff_file_run_open on staff_file_run (file_id) where ended_at is null;
create index staff_file_run_of_file on staff_file_run (file_id, at);

create function guard_staff_file_run() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if is_reencrypting(tg_relid) and to_jsonb(new) - 'refusals' = to_jsonb(old) - 'refusals' then return new; end if;
    if old.ended_at is null
       and to_jsonb(new) - '{attempts,ended_at,outcome,found,refusals}'::text[]
         = to_jsonb(old) - '{attempts,ended_at,outcome,found,refusals}'::text[] then
      return new;
    end if;
    if new.refusals is null and to_jsonb(new) - 'refusals' = to_jsonb(old) - 'refusals' then return new; end if;
  end if;
  raise exception 'a run of a file only ends, once' using errcode = 'integrity_constraint_violation';
end $$;
create trigger staff_file_run_kept before update or delete on staff_file_run
  for each row execute function guard_staff_file_run();
create trigger staff_file_run_not_truncated before truncate on staff_file_run for each statement execute function refuse_change();

do $$ declare
  before text := pg_get_viewdef('awaited_job'::regclass);
begin
  execute 'create or replace view awaited_job as ' || rtrim(before, E'; \n') || $union$
    union all
   select 'staff.file-run'::text, 'files'::text, jsonb_build_object('run', id), at
     from staff_file_run where ended_at is null$union$;
end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on staff_file, staff_file_run from pematang_app;
    grant update (content, removed_at, proposal) on staff_file to pematang_app;
    grant update (attempts, ended_at, outcome, found, refusals) on staff_file_run to pematang_app;
  end if;
end $$;
