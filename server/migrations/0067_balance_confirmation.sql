-- Confirmations of a lender's balances at the end of a day, for auditors. The PDF is what was issued and never changes; of the
-- code in it only the hash is kept, by which it is verified.
create table balance_confirmation (
  id text primary key check (length(id) = 22),
  lender_id bigint not null references lender (id),
  number text not null unique,
  as_of date not null,
  -- A day has one; another only after that was revoked.
  issue smallint not null check (issue > 0),
  code_sha256 bytea not null unique check (length(code_sha256) = 32),
  initials text not null check (length(initials) between 1 and 40),
  cash bigint not null check (cash >= 0),
  -- Unpaid principal of positions that are not written off, and of those that are, which is not in the sum.
  principal bigint not null check (principal >= 0),
  positions integer not null check (positions >= 0),
  written_off bigint not null check (written_off >= 0),
  -- What a correction took back and the lender owes.
  owed bigint not null check (owed >= 0),
  total bigint not null,
  bytes bytea not null,
  sha256 bytea not null,
  platform_certificate bytea not null references platform_certificate (sha256),
  created_at timestamptz not null default app_now(),
  unique (lender_id, as_of, issue),
  constraint balance_confirmation_sum check (total = cash + principal - owed),
  constraint balance_confirmation_bytes check (sha256 = sha256(bytes))
);
create trigger balance_confirmation_append_only before update or delete or truncate on balance_confirmation
  for each statement execute function refuse_change();

-- One that was wrong does not count any more, and its verification says so.
create table balance_confirmation_revocation (
  confirmation_id text primary key references balance_confirmation (id),
  reason text not null check (length(reason) between 1 and 200),
  created_at timestamptz not null default app_now()
);
create trigger balance_confirmation_revocation_append_only
  before update or delete or truncate on balance_confirmation_revocation
  for each statement execute function refuse_change();

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on balance_confirmation, balance_confirmation_revocation from pematang_app;
  end if;
end $$;
