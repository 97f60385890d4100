-- Books: accounts, transfers, holds, and what takes an entry back.

-- An account of the ledger with its balance; its kind says whether it may be below zero.
create table account (
  id bigint primary key,
  kind text collate "C" not null,
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
  constraint account_floor check (not authorising or (balance - held) >= 0),
  constraint account_held check (held >= 0),
  constraint account_recording check (authorising or balance = 0 and held = 0 and seq = 0),
  -- No balance is beyond what a program can count exactly (2^53-1). What a database holds already is looked at by the audit.
  constraint account_ceiling check (balance <= '9007199254740991'::bigint and held <= '9007199254740991'::bigint)
) with (fillfactor = 50);

create function refuse_new_terms() returns trigger language plpgsql as $$
begin
  raise exception '% keeps what it was made with', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

-- Every transfer updates two accounts, and PostgreSQL prepares the condition of a guard anew for each statement. It is now
-- prepared only for a statement that names one of these columns; what is refused stays the same.
create trigger account_kept before update of id, kind, owner_id, authorising on account
  for each row when (new.id is distinct from old.id or new.kind is distinct from old.kind
    or new.owner_id is distinct from old.owner_id or new.authorising is distinct from old.authorising)
    execute function refuse_new_terms();
create trigger account_not_deleted before delete or truncate on account
  for each statement execute function refuse_change();

-- A movement of money between two accounts. Never changed or deleted.
create table transfer (
  id uuid primary key,
  -- Transfers of one event share it, and are written by one statement.
  journal_id uuid not null,
  kind text not null,
  -- What it was for, e.g. the funding's id.
  ref text not null,
  debit_account bigint not null,
  credit_account bigint not null,
  amount bigint not null check (amount > 0),
  -- The next gapless number and the balance after it, of each authorising side.
  debit_seq bigint,
  credit_seq bigint,
  debit_balance_after bigint,
  credit_balance_after bigint,
  created_at timestamptz not null default app_now(),
  constraint transfer_two_accounts check (debit_account <> credit_account),
  constraint transfer_debit_side check ((debit_seq is null) = (debit_balance_after is null)),
  constraint transfer_credit_side check ((credit_seq is null) = (credit_balance_after is null)),
  constraint transfer_ceiling check (amount <= '9007199254740991'::bigint)
);
create unique index transfer_debit on transfer (debit_account, debit_seq) where debit_seq is not null;
create unique index transfer_credit on transfer (credit_account, credit_seq) where credit_seq is not null;
create index transfer_ref on transfer (ref);

create trigger transfer_append_only before delete or update or truncate on transfer
  for each statement execute function refuse_change();

-- Money of an account that waits; settled or released once.
create table hold (
  -- The id of what the money waits for, e.g. of the funding.
  id uuid primary key,
  purpose text not null,
  account_id bigint not null,
  amount bigint not null check (amount > 0),
  state text not null default 'OPEN' check (state in ('OPEN', 'SETTLED', 'RELEASED')),
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  constraint hold_end check ((state = 'OPEN') = (ended_at is null))
) with (fillfactor = 70);

-- A hold ends once, and over the amount and the account it was made with.
create trigger hold_kept before update on hold
  for each row when (old.state <> 'OPEN' or new.id is distinct from old.id or new.purpose is distinct from old.purpose
    or new.account_id is distinct from old.account_id or new.amount is distinct from old.amount)
    execute function refuse_new_terms();
create trigger hold_not_deleted before delete or truncate on hold
  for each statement execute function refuse_change();

-- A correction: what takes back an entry that was recorded wrongly, once and with a reason.
create table reversal (
  -- Also the reference of its transfers, and the id of the payment that negates a payment.
  id uuid primary key,
  kind text not null,
  -- The id of what it takes back: of the payment, the write-off, the journal of the disbursement …
  of_id text not null,
  -- The journal that it negates; null where no money had moved.
  journal_id uuid unique,
  reason text not null check (length(reason) between 1 and 200),
  created_at timestamptz not null default app_now(),
  unique (kind, of_id),
  constraint reversal_kind_check check (kind in ('REPAYMENT', 'DISBURSEMENT', 'WRITE_OFF', 'RESTRUCTURING', 'TOP_UP',
    'TAX_STATUS', 'PAYOUT', 'SUSPENSE_RETURN', 'UNCONFIRMED_TOP_UP', 'BORROWER_PAYMENT', 'BORROWER_ASSIGNMENT',
    'BORROWER_RETURN', 'BANK_LINE_MATCH', 'WITHDRAWAL_RETURN', 'WITHDRAWAL_CHARGE', 'WITHDRAWAL_SETTLEMENT', 'CASH_OPENING',
    'BANK_OPENING', 'TAKE_OVER', 'ESTATE', 'HOLDING_TRANSFER'))
);

create trigger reversal_append_only before delete or update or truncate on reversal
  for each statement execute function refuse_change();

-- What lenders owe because a correction took back more than they had; recovered from what comes in next.
create table lender_receivable (
  lender_id bigint primary key,
  owed bigint not null check (owed >= 0)
);

-- What corrections moved on a lender's cash, as the history tells it: of type 1 a top-up, of type 5 a repayment.
create table lender_correction (
  lender_id bigint not null,
  id uuid not null,
  -- Null where it recovers what was owed.
  reversal_id uuid references reversal(id),
  type smallint not null check (type in (1, 5, 6)),
  amount bigint not null check (amount <> 0),
  loan_id bigint,
  created_at timestamptz not null default app_now(),
  primary key (lender_id, id)
);
create index lender_correction_at on lender_correction (lender_id, created_at desc);

create trigger lender_correction_append_only before delete or update or truncate on lender_correction
  for each statement execute function refuse_change();

-- The number of the last transfer of an authorising account before an instant, 0 where there is none. Numbers are given
-- under the lock of the account and times when a transaction begins, so that neighbours may stand the other way round:
-- what begins the later period is the first of them that was recorded in it.
create function last_transfer_before(of_account bigint, at timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint := coalesce((select seq from account where id = of_account), 0);
  middle bigint;
  recorded timestamptz;
  earlier bigint;
begin
  if at = 'infinity' then
    return high;
  end if;
  while low < high loop
    middle := (low + high + 1) / 2;
    recorded := coalesce(
      (select created_at from transfer where debit_account = of_account and debit_seq = middle),
      (select created_at from transfer where credit_account = of_account and credit_seq = middle));
    if recorded < at then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  select min(number) into earlier from (
    select debit_seq as number, created_at from transfer
     where debit_account = of_account and debit_seq > low - 500 and debit_seq <= low
    union all
    select credit_seq, created_at from transfer
     where credit_account = of_account and credit_seq > low - 500 and credit_seq <= low
  ) near where created_at >= at;
  return coalesce(earlier - 1, low);
end $$;

-- The balance of an authorising account after the transfer with this number.
create function balance_after(of_account bigint, number bigint) returns bigint language sql stable as $$
  select coalesce(
    (select debit_balance_after from transfer where debit_account = of_account and debit_seq = number),
    (select credit_balance_after from transfer where credit_account = of_account and credit_seq = number), 0)
$$;

-- What the application may not do, and where functions look.
do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke delete on account, hold, lender_receivable from pematang_app;
    revoke update, delete on lender_correction, reversal, transfer from pematang_app;
  end if;
end $$;
