-- Codes, grants, known browsers, limits, account events. Nothing here opens a door by itself: codes and tokens are hashes.

-- The newest code of a phone number; another one takes its place. A number that nobody has gets a row too, so that
-- every answer about it is what it would be for a lender.
create table otp (
  phone text primary key check (phone ~ '^[0-9]{8,20}$'),
  transaction_id text not null unique,
  lender_id bigint,
  -- argon2id of the code; null until the message is on its way, and for good where nobody has the number.
  code_hash text,
  tries_left smallint not null check (tries_left >= 0),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  matched_at timestamptz
) with (fillfactor = 70);

-- That a browser has matched a code: it may set a new password once.
create table reset_grant (
  lender_id bigint not null,
  token_hash bytea not null check (length(token_hash) = 32),
  phone text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (lender_id, token_hash)
);
create unique index reset_grant_token on reset_grant (token_hash);

-- That a session has just shown the password: one action within two minutes. One row a session.
create table password_grant (
  lender_id bigint not null,
  session_hash bytea not null check (length(session_hash) = 32),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_for text,
  primary key (lender_id, session_hash),
  constraint password_grant_use check ((used_at is null) = (used_for is null))
) with (fillfactor = 70);

-- Wrong passwords given inside a session since the last right one: a stolen token shall not serve to guess it.
alter table session add column wrong_passwords smallint not null default 0;

-- Browsers in which a lender has logged in. Strangers who try a lender's number do not use up what these may try.
create table known_device (
  lender_id bigint not null,
  device_hash bytea not null check (length(device_hash) = 32),
  seen_at timestamptz not null default app_now(),
  primary key (lender_id, device_hash)
);

-- Limits that hold across processes. `full_at` is when the bucket would be whole again; it fills as time goes by, so
-- that nobody is locked out for good. The key is a hash: no number and no address stands here.
create table rate_limit (
  key bytea primary key check (length(key) = 32),
  full_at timestamptz not null
) with (fillfactor = 70);

-- What the operator reads of one account. Fundings, which are many, are not in it.
create index audit_event_of_lender on audit_event (subject, at desc) where subject like 'lender:%';

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke truncate on otp, reset_grant, password_grant, known_device, rate_limit from pematang_app;
  end if;
end $$;
