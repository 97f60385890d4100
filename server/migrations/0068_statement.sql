-- Statements of account: the numbers of an account that a period has, and what was issued for a month.

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

-- The statement of account of one lender and month, as it was issued. Amounts are whole rupiah.
create table statement (
  lender_id bigint not null references lender (id),
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  id uuid not null unique,
  issued_at timestamptz not null default app_now(),
  opening bigint not null,
  closing bigint not null,
  topped_up bigint not null,
  lent bigint not null,
  refunded bigint not null,
  principal bigint not null,
  interest bigint not null,
  penalty bigint not null,
  tax bigint not null,
  withdrawn bigint not null,
  fees bigint not null,
  -- What corrections left owed, and what was collected of it.
  adjusted bigint not null,
  movements integer not null check (movements >= 0),
  -- Movements with a value date before the month.
  backdated integer not null check (backdated between 0 and movements),
  -- At the end: by the five qualities, not paid out yet, written off.
  outstanding bigint[] not null check (cardinality(outstanding) = 5),
  not_paid_out bigint not null check (not_paid_out >= 0),
  written_off bigint not null check (written_off >= 0),
  -- Principal that was written off in the month, less what was recovered in it; and what was lent on average.
  lost bigint not null,
  average bigint not null,
  -- SHA-256 over the movements, by which they are known to be those that were issued.
  lines_sha256 bytea not null check (length(lines_sha256) = 32),
  primary key (lender_id, month),
  constraint statement_adds_up check (closing = opening + topped_up - lent + refunded + principal + interest + penalty - tax
                                      - withdrawn - fees + adjusted)
);
create trigger statement_append_only before update or delete or truncate on statement
  for each statement execute function refuse_change();

-- The movements of a statement: the transfers of a cash account above one number and up to another. The next month begins
-- where this one ended, so what is recorded late stands in the month after.
create table statement_account (
  lender_id bigint not null,
  month date not null,
  account_id bigint not null references account (id),
  after_seq bigint not null check (after_seq >= 0),
  last_seq bigint not null,
  opening bigint not null,
  closing bigint not null,
  primary key (lender_id, month, account_id),
  foreign key (lender_id, month) references statement (lender_id, month),
  constraint statement_account_order check (last_seq >= after_seq)
);
create trigger statement_account_append_only before update or delete or truncate on statement_account
  for each statement execute function refuse_change();

-- The PDF of a statement, made and signed when it is first asked for, and the same from then on.
create table statement_pdf (
  lender_id bigint not null,
  month date not null,
  bytes bytea not null,
  sha256 bytea not null check (length(sha256) = 32),
  pages integer not null check (pages > 0),
  made_at timestamptz not null default app_now(),
  primary key (lender_id, month),
  foreign key (lender_id, month) references statement (lender_id, month)
);
create trigger statement_pdf_append_only before update or delete or truncate on statement_pdf
  for each statement execute function refuse_change();

-- A month of which every lender has their statement, so that nobody is looked for again.
create table statement_month (
  month date primary key check (extract(day from month) = 1),
  statements bigint not null check (statements >= 0),
  completed_at timestamptz not null default app_now()
);
create trigger statement_month_append_only before update or delete or truncate on statement_month
  for each statement execute function refuse_change();

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on statement, statement_account, statement_pdf, statement_month from pematang_app;
  end if;
end $$;
