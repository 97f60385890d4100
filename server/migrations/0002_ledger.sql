-- The ledger. Amounts are whole rupiah. `balance` rises with what is credited and falls with what is debited,
-- so that all balances always add up to zero.

create table account (
  id bigint primary key,
  kind text not null,
  -- The lender, the loan or the bank it belongs to; 0 for the platform's own.
  owner_id bigint not null,
  -- Authorising accounts carry a balance under a row lock. Recording accounts carry none: theirs is the sum of
  -- their transfers, so that they are never a hot row.
  authorising boolean not null,
  balance bigint not null default 0,
  held bigint not null default 0,
  seq bigint not null default 0,
  created_at timestamptz not null default app_now(),
  unique (kind, owner_id),
  constraint account_floor check (not authorising or balance - held >= 0),
  constraint account_held check (held >= 0),
  constraint account_recording check (authorising or (balance = 0 and held = 0 and seq = 0))
) with (fillfactor = 50);

create table transfer (
  id uuid primary key,
  -- Transfers of one event share it, and are written by one statement.
  journal_id uuid not null,
  kind text not null,
  -- What it was for, e.g. the funding's id.
  ref text not null,
  debit_account bigint not null references account (id),
  credit_account bigint not null references account (id),
  amount bigint not null check (amount > 0),
  -- The next gapless number and the balance after it, of each authorising side.
  debit_seq bigint,
  credit_seq bigint,
  debit_balance_after bigint,
  credit_balance_after bigint,
  created_at timestamptz not null default app_now(),
  constraint transfer_two_accounts check (debit_account <> credit_account),
  constraint transfer_debit_side check ((debit_seq is null) = (debit_balance_after is null)),
  constraint transfer_credit_side check ((credit_seq is null) = (credit_balance_after is null))
);
create unique index transfer_debit on transfer (debit_account, debit_seq) where debit_seq is not null;
create unique index transfer_credit on transfer (credit_account, credit_seq) where credit_seq is not null;
create index transfer_ref on transfer (ref);
create trigger transfer_append_only before update or delete or truncate on transfer
  for each statement execute function refuse_change();

create table hold (
  -- The id of what the money waits for, e.g. of the funding.
  id uuid primary key,
  purpose text not null,
  account_id bigint not null references account (id),
  amount bigint not null check (amount > 0),
  state text not null default 'OPEN' check (state in ('OPEN', 'SETTLED', 'RELEASED')),
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  constraint hold_end check ((state = 'OPEN') = (ended_at is null))
) with (fillfactor = 70);

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on transfer from pematang_app;
    revoke delete, truncate on account, hold from pematang_app;
  end if;
end $$;
