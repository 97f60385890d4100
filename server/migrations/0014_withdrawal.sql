-- Withdrawals: what lenders had sent to their own bank accounts, and what the bank's lists say of it.

-- Jobs that wait for a bank are taken apart from the others: a bank that is slow holds up its own only.
alter table job add column line text not null default 'ordinary' check (line in ('urgent', 'ordinary', 'bank'));
update job set line = 'urgent' where urgent;
drop index job_due;
alter table job drop column urgent;
create index job_due on job (line, run_at) where dead_at is null;

-- The database's time of this very statement, where what counts is what came before what under a lock.
create function app_clock() returns timestamptz language sql volatile
  as $$ select clock_timestamp() + coalesce(nullif(current_setting('app.time_shift', true), ''), '0')::interval $$;

-- Every bank account that was ever registered, so that one can tell where a withdrawal had to go at its time (I11).
create table lender_bank_account_version (
  lender_id bigint not null references lender (id),
  version integer not null check (version > 0),
  account_name text not null,
  account_number text not null,
  bank_code text not null,
  registered_at timestamptz not null default app_clock(),
  primary key (lender_id, version)
);
create trigger lender_bank_account_version_append_only before update or delete or truncate on lender_bank_account_version
  for each statement execute function refuse_change();

create function keep_bank_account_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.account_name, new.account_number, new.bank_code)
       is not distinct from (old.account_name, old.account_number, old.bank_code) then
    return null;
  end if;
  insert into lender_bank_account_version (lender_id, version, account_name, account_number, bank_code)
  values (new.lender_id,
          (select coalesce(max(version), 0) + 1 from lender_bank_account_version where lender_id = new.lender_id),
          new.account_name, new.account_number, new.bank_code);
  return null;
end $$;
create trigger lender_bank_account_versions after insert or update on lender_bank_account
  for each row execute function keep_bank_account_version();
insert into lender_bank_account_version (lender_id, version, account_name, account_number, bank_code, registered_at)
select a.lender_id, 1, a.account_name, a.account_number, a.bank_code, l.created_at
  from lender_bank_account a join lender l on l.id = a.lender_id;

create table withdrawal (
  lender_id bigint not null references lender (id),
  -- Without its dashes it is the partnerReferenceNo by which the bank knows the transfer; also the id of its hold.
  id uuid not null unique,
  -- HELD: the money waits here. SENT: the bank has or had the order, and is only asked for it from then on.
  state text not null default 'HELD' check (state in ('HELD', 'SENT', 'PAID', 'RETURNED')),
  -- What the lender asked for, what the bank sends, and what it costs; the fee is on top or inside.
  asked bigint not null check (asked >= 100000),
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  -- The bank that sends: 1 is BNI, 2 the other one.
  method_payment smallint not null check (method_payment in (1, 2)),
  transfer_type text not null check (transfer_type in ('INTERBANK', 'IM')),
  reason text not null,
  -- Where it goes: the version of the lender's bank account that was registered then.
  account_version integer not null,
  created_at timestamptz not null default app_clock(),
  sent_at timestamptz,
  ended_at timestamptz,
  -- The bank's own name of the transfer.
  bank_reference text,
  -- Why the money came back, as a code.
  end_reason text,
  primary key (lender_id, id),
  foreign key (lender_id, account_version) references lender_bank_account_version (lender_id, version),
  constraint withdrawal_fee check (asked = amount or asked = amount + fee),
  constraint withdrawal_end check ((state in ('PAID', 'RETURNED')) = (ended_at is not null)),
  constraint withdrawal_sent check ((state <> 'HELD' or sent_at is null) and (state not in ('SENT', 'PAID') or sent_at is not null)),
  constraint withdrawal_why check ((state = 'RETURNED') = (end_reason is not null))
) with (fillfactor = 70);
create index withdrawal_lender on withdrawal (lender_id, created_at desc);
create index withdrawal_under_way on withdrawal (lender_id) where ended_at is null;
create index withdrawal_sent_at on withdrawal (method_payment, sent_at);

-- What came of comparing our withdrawals of a day with the bank's list; every difference by its name.
create table bank_reconciliation (
  method_payment smallint not null check (method_payment in (1, 2)),
  day date not null,
  -- Transfers in the bank's list of the day, and their sum.
  transfers integer not null,
  amount bigint not null,
  differences jsonb not null,
  compared_at timestamptz not null default app_now(),
  primary key (method_payment, day)
);

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on lender_bank_account_version from pematang_app;
    revoke delete, truncate on withdrawal, bank_reconciliation from pematang_app;
  end if;
end $$;
