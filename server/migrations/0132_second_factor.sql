-- The second factor of a lender, of their own choice: passkeys, an app that shows codes (RFC 6238), recovery codes, and its
-- recovery by the operator.

-- Whether the lender has one: what a login reads with the rest of the row. Kept by the commands, compared by the audit (I61).
alter table lender add column second_factor boolean not null default false;

-- A passkey by its credential id; the public key is no secret. One that was revoked or lost keeps its row.
create table lender_passkey (
  id text primary key check (length(id) between 1 and 1400),
  lender_id bigint not null references lender (id),
  label text not null check (length(label) between 1 and 60),
  public_key bytea not null,
  -- How often it has signed, as it says; 0 where it does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  added_at timestamptz not null default app_now(),
  used_at timestamptz,
  ended_at timestamptz
);
create index lender_passkey_of_lender on lender_passkey (lender_id);
create function guard_lender_passkey() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.ended_at is null
     and to_jsonb(new) - '{counter,used_at,ended_at}'::text[] = to_jsonb(old) - '{counter,used_at,ended_at}'::text[] then
    return new;
  end if;
  raise exception 'a passkey only counts and ends' using errcode = 'integrity_constraint_violation';
end $$;
create trigger lender_passkey_kept before update or delete on lender_passkey for each row execute function guard_lender_passkey();
create trigger lender_passkey_not_truncated before truncate on lender_passkey for each statement execute function refuse_change();

-- The app of a lender. The secret is encrypted like other personal data.
create table lender_totp (
  lender_id bigint primary key references lender (id),
  secret text not null,
  added_at timestamptz not null default app_now(),
  used_at timestamptz,
  -- The newest 30 seconds whose code was used: none of them or before works again.
  last_step bigint not null
);

-- A secret that one session was shown and has still to confirm.
create table totp_offer (
  lender_id bigint primary key,
  session_hash bytea not null check (length(session_hash) = 32),
  secret text not null,
  expires_at timestamptz not null
);
create index totp_offer_expired on totp_offer (expires_at);

-- Recovery codes have 120 random bits, so that a fast hash is enough.
create table lender_recovery_code (
  lender_id bigint not null references lender (id),
  no smallint not null check (no between 1 and 10),
  code_hash bytea not null check (length(code_hash) = 32),
  made_at timestamptz not null default app_now(),
  used_at timestamptz,
  primary key (lender_id, no)
);

-- A login whose password was right and whose second factor is awaited, in one browser.
create table login_step (
  token_hash bytea primary key check (length(token_hash) = 32),
  lender_id bigint not null,
  -- Wrong answers that are left before the password is asked for again.
  tries_left smallint not null default 5,
  expires_at timestamptz not null
);
create index login_step_of_lender on login_step (lender_id);
create index login_step_expired on login_step (expires_at);

-- What a passkey is to sign, once and soon: for a login, an action, or a new passkey. `subject` is the hash of the token of
-- the login's step or of the session.
create table factor_challenge (
  challenge text primary key check (length(challenge) = 43),
  purpose text not null check (purpose in ('LOGIN', 'CHECK', 'PASSKEY')),
  lender_id bigint not null,
  subject bytea not null check (length(subject) = 32),
  expires_at timestamptz not null
);
create index factor_challenge_expired on factor_challenge (expires_at);

-- That a session has just shown the second factor: one action within two minutes. One row a session.
create table factor_grant (
  lender_id bigint not null,
  session_hash bytea not null check (length(session_hash) = 32),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_for text,
  primary key (lender_id, session_hash),
  constraint factor_grant_use check ((used_at is null) = (used_for is null))
) with (fillfactor = 70);
create index factor_grant_expired on factor_grant (expires_at);

-- A lost factor that staff take off after they have identified the lender: a day later, unless somebody stops it.
create table factor_recovery (
  id uuid primary key,
  lender_id bigint not null references lender (id),
  at timestamptz not null default app_now(),
  stopped_at timestamptz,
  done_at timestamptz,
  constraint factor_recovery_end check (stopped_at is null or done_at is null),
  constraint factor_recovery_waits check (done_at >= at + interval '24 hours')
);
create unique index factor_recovery_open on factor_recovery (lender_id) where stopped_at is null and done_at is null;
create index factor_recovery_of_lender on factor_recovery (lender_id);
create function guard_factor_recovery() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.stopped_at is null and old.done_at is null
     and (new.id, new.lender_id, new.at) = (old.id, old.lender_id, old.at) then
    return new;
  end if;
  raise exception 'a recovery only ends, once' using errcode = 'integrity_constraint_violation';
end $$;
create trigger factor_recovery_kept before update or delete on factor_recovery for each row execute function guard_factor_recovery();
create trigger factor_recovery_not_truncated before truncate on factor_recovery for each statement execute function refuse_change();

do $$ declare
  before text := pg_get_viewdef('awaited_job'::regclass);
begin
  execute 'create or replace view awaited_job as ' || rtrim(before, E'; \n') || $union$
    union all
   select 'factors.recover'::text, 'urgent'::text, jsonb_build_object('recoveryId', id), at + interval '24 hours'
     from factor_recovery
    where stopped_at is null and done_at is null and at + interval '24 hours' <= app_now()$union$;
end $$;

-- What opens an account is noted, whoever changes it (I50).
alter table lender_change drop constraint lender_change_what_check;
alter table lender_change add constraint lender_change_what_check check (what in
  ('CREATED', 'BANK_ACCOUNT', 'HEIR_ACCOUNT', 'CONTACT', 'PASSWORD', 'TAX_STATUS', 'VIRTUAL_ACCOUNT', 'PASSWORD_GRANT',
   'RESET_GRANT', 'FACTOR', 'FACTOR_GRANT'));
create trigger lender_factor_noted after update of second_factor on lender
  for each row when (new.second_factor is distinct from old.second_factor) execute function note_lender_change('FACTOR');
create trigger lender_passkey_noted after insert on lender_passkey
  for each row execute function note_lender_change('FACTOR');
create trigger lender_totp_noted after insert on lender_totp
  for each row execute function note_lender_change('FACTOR');
create trigger lender_totp_again_noted after update of secret on lender_totp
  for each row when (new.secret is distinct from old.secret and not is_reencrypting('lender_totp'::regclass))
  execute function note_lender_change('FACTOR');
create trigger lender_recovery_code_noted after insert on lender_recovery_code
  for each row execute function note_lender_change('FACTOR');
create trigger lender_recovery_code_again_noted after update on lender_recovery_code
  for each row when (new.used_at is null or new.code_hash <> old.code_hash) execute function note_lender_change('FACTOR');
create trigger factor_grant_noted after insert on factor_grant
  for each row execute function note_lender_change('FACTOR_GRANT');
create trigger factor_grant_again_noted after update on factor_grant
  for each row when (new.used_at is null) execute function note_lender_change('FACTOR_GRANT');

create or replace function notice_category(kind text) returns text language sql immutable parallel safe as $$
  select case
    when kind in ('LENDER_SUSPENDED', 'LENDER_REACTIVATED', 'CONTACT_CHANGED', 'BANK_ACCOUNT_CHANGED', 'NEW_DEVICE',
                  'HOLDINGS_TRANSFERRED', 'FACTORS_CHANGED', 'FACTOR_RECOVERY')
      then 'SECURITY'
    when kind in ('WITHDRAWAL_RETURNED', 'WITHDRAWAL_GIVEN_BACK', 'WITHDRAWAL_CHARGED', 'WITHDRAWAL_PAID',
                  'REPAYMENT_CORRECTED', 'TOP_UP_CORRECTED', 'TOP_UP_CREDITED', 'INSTALLMENT_RECEIVED',
                  'RECOVERY_RECEIVED', 'LOAN_SETTLED_EARLY')
      then 'MONEY'
    when kind in ('LOAN_LATE', 'LOAN_BACK_ON_SCHEDULE', 'LOAN_RESTRUCTURED', 'LOAN_WRITTEN_OFF',
                  'LOAN_RESTRUCTURING_REVERSED', 'LOAN_WRITE_OFF_REVERSED', 'VOTE_OPENED', 'VOTE_REMINDER',
                  'VOTE_SECOND_CALL', 'VOTE_ENDED')
      then 'LATE'
    when kind = 'STATEMENT_READY' then 'STATEMENTS'
    when kind = 'OFFER_IN_SAVED_SEARCH' then 'OFFERS'
    else 'FUNDING'
  end
$$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on lender_passkey, factor_recovery from pematang_app;
    grant update (counter, used_at, ended_at) on lender_passkey to pematang_app;
    grant update (stopped_at, done_at) on factor_recovery to pematang_app;
    revoke truncate on lender_totp, totp_offer, lender_recovery_code, login_step, factor_challenge, factor_grant from pematang_app;
  end if;
end $$;
