-- Keys with which the systems of a lender or company call the API.

-- A key is shown once and kept as its SHA-256: it has 256 random bits, so that a fast hash is enough. One that was revoked
-- keeps its row.
create table partner_key (
  id uuid primary key,
  lender_id bigint not null references lender (id),
  label text not null check (length(label) between 1 and 60),
  access text not null check (access in ('READ', 'PROPOSE')),
  -- Where it may be used from, as it was written; everywhere if empty.
  networks text[] not null default '{}' check (cardinality(networks) <= 20),
  -- The last day on which it works; null for no end.
  last_day date,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  made_at timestamptz not null default app_now(),
  -- After a rotation the secret of before works for another day.
  rotated_at timestamptz,
  former_hash bytea unique check (length(former_hash) = 32),
  former_until timestamptz,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint partner_key_former check ((former_hash is null) = (former_until is null) and (rotated_at is null) = (former_hash is null)),
  constraint partner_key_overlap check (former_until <= rotated_at + interval '1 day')
);
create index partner_key_of_lender on partner_key (lender_id);

-- What it may do and from where never changes: another key is made for that.
create function guard_partner_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.revoked_at is null
     and to_jsonb(new) - '{secret_hash,rotated_at,former_hash,former_until,used_at,revoked_at}'::text[]
       = to_jsonb(old) - '{secret_hash,rotated_at,former_hash,former_until,used_at,revoked_at}'::text[] then
    return new;
  end if;
  raise exception 'a key is only rotated, used and revoked' using errcode = 'integrity_constraint_violation';
end $$;
create trigger partner_key_kept before update or delete on partner_key for each row execute function guard_partner_key();
create trigger partner_key_not_truncated before truncate on partner_key for each statement execute function refuse_change();

-- What opens an account is noted, whoever changes it (I50).
do $$ declare
  what text := pg_get_constraintdef((select oid from pg_constraint where conname = 'lender_change_what_check'));
begin
  alter table lender_change drop constraint lender_change_what_check;
  execute 'alter table lender_change add constraint lender_change_what_check ' || replace(what, 'ARRAY[', 'ARRAY[''KEY''::text, ');
end $$;
create trigger partner_key_noted after insert on partner_key
  for each row execute function note_lender_change('KEY');
create trigger partner_key_again_noted after update of secret_hash on partner_key
  for each row when (new.secret_hash <> old.secret_hash) execute function note_lender_change('KEY');

do $$ begin
  execute replace(pg_get_functiondef('notice_category(text)'::regprocedure), '''LENDER_SUSPENDED''', '''KEYS_CHANGED'', ''LENDER_SUSPENDED''');
end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on partner_key from pematang_app;
    grant update (secret_hash, rotated_at, former_hash, former_until, used_at, revoked_at) on partner_key to pematang_app;
  end if;
end $$;
