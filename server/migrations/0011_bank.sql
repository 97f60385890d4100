-- The bank: payments into virtual accounts, withdrawals, and what the bank says of them.

-- Tokens that we gave to banks (SNAP service 73). Only the SHA-256 is kept: who reads this table can use none of them.
create table bank_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  client_key text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
create index bank_token_age on bank_token (expires_at);

-- X-EXTERNAL-ID of each call that a bank made: once a day.
create table bank_external_id (
  bank text not null,
  day date not null,
  external_id text not null,
  -- The call that took it, so that a call finds its own after an unknown end.
  taken_by uuid not null,
  primary key (bank, day, external_id)
);

-- Every payment that a bank told us of, as it was first told. What is told again is compared with this.
create table bank_payment (
  bank text not null,
  payment_request_id text not null,
  -- Names the payment in the ledger, and is the id of its top-up.
  id uuid not null unique,
  -- As it was told, with the spaces.
  number text not null,
  amount bigint not null check (amount > 0),
  reference_no text,
  -- The bank's own time of it, as it was told.
  transacted_at text,
  -- Whose number it was; null where it was nobody's, and the money is in suspense.
  lender_id bigint references lender (id),
  told_at timestamptz not null default app_now(),
  primary key (bank, payment_request_id)
);
create trigger bank_payment_append_only before update or delete or truncate on bank_payment
  for each statement execute function refuse_change();

-- Money that came in for nobody, until an operator finds whose it is.
create table bank_suspense (
  payment_id uuid primary key references bank_payment (id),
  reason text not null check (reason in ('NUMBER_UNKNOWN', 'NUMBER_OF_OTHER_BANK')),
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  -- To whom it was given in the end.
  lender_id bigint references lender (id),
  note text,
  constraint bank_suspense_end check ((ended_at is null) = (lender_id is null))
);
create index bank_suspense_open on bank_suspense (created_at) where ended_at is null;

-- Payments that were told again with another amount or number: refused, credited nothing, reported here.
create table bank_conflict (
  id uuid primary key,
  bank text not null,
  payment_request_id text not null,
  number text not null,
  amount bigint not null,
  external_id text not null,
  told_at timestamptz not null default app_now()
);
create index bank_conflict_payment on bank_conflict (bank, payment_request_id);
create trigger bank_conflict_append_only before update or delete or truncate on bank_conflict
  for each statement execute function refuse_change();

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on bank_payment, bank_conflict from pematang_app;
    revoke delete, truncate on bank_suspense from pematang_app;
  end if;
end $$;
