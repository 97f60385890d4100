-- Staff: people of the platform, their rights, passkeys, sessions and files.

-- Staff. Their names are in clear, as those of lenders are, and stand in the audit trail.
create table staff (
  id integer primary key check (id > 0),
  name text not null unique check (length(name) between 1 and 100),
  email text not null,
  email_search text not null unique,
  added_at timestamptz not null default app_now(),
  constraint staff_email_search check ((email like 'enc1:%') = (email_search like 'h1:%'))
);

alter table proposal add constraint proposal_maker_fkey foreign key (maker) references staff(id);

alter table proposal_decision add constraint proposal_decision_staff_id_fkey foreign key (staff_id) references staff(id);

alter table break_glass add constraint break_glass_looked_by_fkey foreign key (looked_by) references staff(id);

-- What a person may do from a moment on; nothing while suspended. The latest version counts.
create table staff_rights (
  staff_id integer not null references staff(id),
  version integer not null check (version > 0),
  rights text[] not null check (rights <@ array['LOOK', 'WORK', 'DECIDE', 'ADMIN']),
  at timestamptz not null default app_clock(),
  primary key (staff_id, version)
);

create trigger staff_rights_append_only before delete or update or truncate on staff_rights
  for each statement execute function refuse_change();

-- A passkey by its credential id; the public key is no secret. One that was revoked or lost keeps its row.
create table staff_passkey (
  id text primary key check (length(id) between 1 and 1400),
  staff_id integer not null references staff(id),
  label text not null check (length(label) between 1 and 60),
  public_key bytea not null,
  -- How often it has signed, as it says; 0 where it does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}'::text[],
  added_at timestamptz not null default app_now(),
  used_at timestamptz,
  ended_at timestamptz
);
create index staff_passkey_of_person on staff_passkey (staff_id);

create function guard_staff_passkey() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.ended_at is null
     and to_jsonb(new) - '{counter,used_at,ended_at}'::text[] = to_jsonb(old) - '{counter,used_at,ended_at}'::text[] then
    return new;
  end if;
  raise exception 'a passkey only counts and ends' using errcode = 'integrity_constraint_violation';
end $$;

create trigger staff_passkey_kept before delete or update on staff_passkey
  for each row execute function guard_staff_passkey();
create trigger staff_passkey_not_truncated before truncate on staff_passkey
  for each statement execute function refuse_change();

-- A session of a person at the console.
create table staff_session (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique,
  staff_id integer not null references staff(id),
  passkey text not null references staff_passkey(id),
  opened_at timestamptz not null default app_now(),
  seen_at timestamptz not null default app_now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  constraint staff_session_ends check (ends_at > opened_at)
);
create index staff_session_live on staff_session (staff_id) where ended_at is null;

-- What a passkey is to sign, once and soon: for a login, a new passkey, or a decision on what `subject` is the hash of.
create table staff_challenge (
  challenge text primary key check (length(challenge) = 43),
  purpose text not null check (purpose in ('LOGIN', 'PASSKEY', 'DECISION')),
  -- Whose it is; null for a login, before which nobody is known.
  staff_id integer references staff(id),
  subject bytea check (length(subject) = 32),
  expires_at timestamptz not null,
  constraint staff_challenge_person check ((purpose = 'LOGIN') = (staff_id is null)),
  constraint staff_challenge_subject check ((purpose = 'DECISION') = (subject is not null))
);
create index staff_challenge_expired on staff_challenge (expires_at);

-- A link with which a person registers their first passkey, once.
create table staff_invitation (
  token_hash bytea primary key check (length(token_hash) = 32),
  staff_id integer not null references staff(id),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_invitation_of_person on staff_invitation (staff_id);

-- A file that a person uploaded at the console, encrypted.
create table staff_file (
  id uuid primary key,
  -- The command that takes it, with its options, as a proposal of it names it.
  command text not null check (length(command) between 1 and 400),
  name text not null check (length(name) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes > 0),
  -- Encrypted like the inputs of proposals; null once it was removed.
  content text,
  uploaded_by integer not null references staff(id),
  at timestamptz not null default app_now(),
  -- The last proposal of it.
  proposal bigint references proposal(number),
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

create trigger staff_file_kept before delete or update on staff_file
  for each row execute function guard_staff_file();
create trigger staff_file_not_truncated before truncate on staff_file
  for each statement execute function refuse_change();

-- A run of an uploaded file: its dry run, its import, what became of its lines.
create table staff_file_run (
  id uuid primary key,
  file_id uuid not null references staff_file(id),
  what text not null check (what in ('TRIAL', 'IMPORT')),
  -- Under which it is imported; null for a dry run, and where no rule asks for a second pair.
  proposal bigint unique references proposal(number),
  -- Who asked for it: of an import, who decided last.
  staff_id integer not null references staff(id),
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
  constraint staff_file_run_ended check ((ended_at is null) = (outcome is null) and (not outcome is distinct from 'DONE'
    or found is null) and (ended_at is not null or refusals is null))
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

create trigger staff_file_run_kept before delete or update on staff_file_run
  for each row execute function guard_staff_file_run();
create trigger staff_file_run_not_truncated before truncate on staff_file_run
  for each statement execute function refuse_change();

-- What the application may not do, and where functions look.
do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete on staff, staff_file, staff_file_run, staff_passkey, staff_rights from pematang_app;
    grant update (content, proposal, removed_at) on staff_file to pematang_app;
    grant update (attempts, ended_at, outcome, found, refusals) on staff_file_run to pematang_app;
    grant update (counter, used_at, ended_at) on staff_passkey to pematang_app;
  end if;
end $$;
