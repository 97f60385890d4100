-- The banks' own lists: every line of them that was ever seen, and every difference between them and our books.

create table bank_line (
  id uuid primary key,
  method_payment smallint not null check (method_payment in (1, 2)),
  type text not null check (type in ('DEBIT', 'CREDIT')),
  amount bigint not null check (amount >= 0),
  at timestamptz not null,
  -- Our name of a transfer, as the bank writes it, and the withdrawal that it is where it looks like one.
  reference text,
  withdrawal_id uuid,
  -- The bank's own names: of the transfer, and of a payment in to a virtual account, with its number.
  bank_reference text,
  payment_request_id text,
  number text,
  -- Which it is of several lines of one list that are alike in all of this.
  occurrence integer not null check (occurrence > 0),
  listed_at timestamptz not null default app_now(),
  -- A newer list of the same time does not have it any more: it counts for nothing from then on.
  gone_at timestamptz,
  constraint bank_line_once unique nulls not distinct
    (method_payment, at, type, amount, reference, bank_reference, payment_request_id, number, occurrence)
);
create index bank_line_withdrawal on bank_line (withdrawal_id) where withdrawal_id is not null;
create index bank_line_payment on bank_line (method_payment, payment_request_id) where payment_request_id is not null;
create trigger bank_line_append_only
  before update of id, method_payment, type, amount, at, reference, withdrawal_id, bank_reference, payment_request_id,
                   number, occurrence, listed_at or delete or truncate on bank_line
  for each statement execute function refuse_change();

-- What a line without a name of ours is about, by an operator's word.
create table bank_line_match (
  line_id uuid primary key references bank_line (id),
  withdrawal_id uuid references withdrawal (id),
  payment_request_id text,
  note text not null,
  created_at timestamptz not null default app_now(),
  constraint bank_line_match_one check ((withdrawal_id is null) <> (payment_request_id is null))
);
create index bank_line_match_withdrawal on bank_line_match (withdrawal_id) where withdrawal_id is not null;
create index bank_line_match_payment on bank_line_match (payment_request_id) where payment_request_id is not null;
create trigger bank_line_match_append_only before update or delete or truncate on bank_line_match
  for each statement execute function refuse_change();

-- What a bank gave back of a withdrawal that it had paid, and the lender has again: one for each line of its list.
create table withdrawal_return (
  lender_id bigint not null references lender (id),
  -- Names it in the ledger.
  id uuid not null unique,
  withdrawal_id uuid not null references withdrawal (id),
  line_id uuid not null unique references bank_line (id),
  amount bigint not null check (amount > 0),
  -- What came back of the fee.
  fee bigint not null check (fee >= 0),
  note text not null,
  created_at timestamptz not null default app_now(),
  primary key (lender_id, id)
);
create index withdrawal_return_of on withdrawal_return (withdrawal_id);
create trigger withdrawal_return_append_only before update or delete or truncate on withdrawal_return
  for each statement execute function refuse_change();

-- A difference between our books and a bank's list. It is open until the two agree (SETTLED) or an operator ends it.
create table bank_difference (
  id uuid primary key,
  method_payment smallint not null check (method_payment in (1, 2)),
  kind text not null,
  -- `withdrawal:` with its id, `payment:` with the bank's name of it, or `line:` with the id of a line.
  subject text not null,
  -- Whole rupiah; null where that side has none.
  ours bigint,
  theirs bigint,
  -- The business day whose comparison found it.
  found_on date not null,
  found_at timestamptz not null default app_now(),
  ended_at timestamptz,
  ended_as text check (ended_as in ('SETTLED', 'RESOLVED')),
  note text,
  constraint bank_difference_end check ((ended_at is null) = (ended_as is null) and (ended_as = 'RESOLVED') = (note is not null))
);
create unique index bank_difference_open on bank_difference (method_payment, subject, kind) where ended_at is null;
create index bank_difference_subject on bank_difference (method_payment, subject);

-- What a bank said that our account has.
create table bank_balance (
  method_payment smallint not null check (method_payment in (1, 2)),
  at timestamptz not null,
  amount bigint not null,
  primary key (method_payment, at)
);
create trigger bank_balance_append_only before update or delete or truncate on bank_balance
  for each statement execute function refuse_change();

create index withdrawal_paid_on on withdrawal (method_payment, ended_at) where sent_at is not null;
create index bank_payment_told on bank_payment (bank, told_at);

-- Days of the last month were compared when lines were not kept yet: they are compared again.
update bank_reconciliation set compared_at = day::timestamptz where day > business_day(app_now()) - 31;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on bank_line, bank_line_match, withdrawal_return, bank_balance from pematang_app;
    grant update (gone_at) on bank_line to pematang_app;
    revoke delete, truncate on bank_difference from pematang_app;
  end if;
end $$;
