-- How staff get into the console: passkeys, sessions of their own, and invitations.

-- A passkey by its credential id; the public key is no secret. One that was revoked or lost keeps its row.
create table staff_passkey (
  id text primary key check (length(id) between 1 and 1400),
  staff_id integer not null references staff (id),
  label text not null check (length(label) between 1 and 60),
  public_key bytea not null,
  -- How often it has signed, as it says; 0 where it does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
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
create trigger staff_passkey_kept before update or delete on staff_passkey for each row execute function guard_staff_passkey();
create trigger staff_passkey_not_truncated before truncate on staff_passkey for each statement execute function refuse_change();

create table staff_session (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique,
  staff_id integer not null references staff (id),
  passkey text not null references staff_passkey (id),
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
  staff_id integer references staff (id),
  subject bytea check (length(subject) = 32),
  expires_at timestamptz not null,
  constraint staff_challenge_person check ((purpose = 'LOGIN') = (staff_id is null)),
  constraint staff_challenge_subject check ((purpose = 'DECISION') = (subject is not null))
);
create index staff_challenge_expired on staff_challenge (expires_at);

-- A link with which a person registers their first passkey, once.
create table staff_invitation (
  token_hash bytea primary key check (length(token_hash) = 32),
  staff_id integer not null references staff (id),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_invitation_of_person on staff_invitation (staff_id);

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on staff_passkey from pematang_app;
    grant update (counter, used_at, ended_at) on staff_passkey to pematang_app;
    revoke truncate on staff_session, staff_challenge, staff_invitation from pematang_app;
  end if;
end $$;
