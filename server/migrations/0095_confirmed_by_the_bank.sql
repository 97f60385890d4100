-- What an operator typed is not money until the bank says so: it waits in suspense, in no account, for the bank's notice or
-- line. And withdrawals wait while a bank has less than the books say is there.

alter table bank_suspense drop constraint bank_suspense_reason_check;
alter table bank_suspense add constraint bank_suspense_reason_check check (reason in
  ('NUMBER_UNKNOWN', 'NUMBER_OF_OTHER_BANK', 'ABOVE_CEILING', 'BALANCE_LIMIT', 'CONFLICT', 'REVERSED', 'UNCONFIRMED'));

-- Whose it is by the operator's word, who is credited when the bank confirms it.
alter table bank_suspense add column intended_for bigint references lender (id);
alter table bank_suspense add constraint bank_suspense_intended check ((reason = 'UNCONFIRMED') = (intended_for is not null));
-- The line of the bank's statement that confirmed it, where no notice did.
alter table bank_suspense add column line_id uuid references bank_line (id);
-- What took back the operator's word: the money never came.
alter table bank_suspense add column reversal_id uuid references reversal (id);
alter table bank_suspense drop constraint bank_suspense_end;
alter table bank_suspense add constraint bank_suspense_end
  check ((ended_at is null) = (num_nonnulls(lender_id, return_reference, reversal_id) = 0)
         and num_nonnulls(lender_id, return_reference, reversal_id) <= 1
         and (reversal_id is null or reason = 'UNCONFIRMED'));

-- Kinds of reversals are added to those that there are, so that the order of such migrations does not matter.
do $$ declare kinds text; begin
  select string_agg(quote_literal(kind), ', ' order by place) into kinds from (
    select m[1] as kind, place from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([A-Z_]+)''', 'g')
           with ordinality as found (m, place)
     where conname = 'reversal_kind_check' and conrelid = 'reversal'::regclass
    union all select 'UNCONFIRMED_TOP_UP', 1000
  ) named;
  alter table reversal drop constraint reversal_kind_check;
  execute format('alter table reversal add constraint reversal_kind_check check (kind in (%s)) not valid', kinds);
  alter table reversal validate constraint reversal_kind_check;
end $$;

-- What an operator had credited before the bank confirmed it, and why.
create table top_up_without_line (
  payment_id uuid primary key references bank_payment (id),
  reason text not null check (length(reason) between 1 and 200),
  created_at timestamptz not null default app_now()
);
create trigger top_up_without_line_append_only before update or delete or truncate on top_up_without_line
  for each statement execute function refuse_change();
insert into top_up_without_line (payment_id, reason, created_at)
select id, 'recorded before a reason was asked for', told_at from bank_payment
 where told_by = 'OPERATOR' and lender_id is not null;

-- How much of that a day has had at a bank, which a setting limits.
create table top_up_without_line_day (
  bank text not null,
  day date not null,
  amount bigint not null check (amount > 0),
  primary key (bank, day)
);

-- What a bank said that our account has, beside what our books expected there at that time.
create table bank_balance_check (
  method_payment smallint not null check (method_payment in (1, 2)),
  checked_at timestamptz not null default app_clock(),
  at timestamptz not null,
  amount bigint not null,
  expected bigint not null,
  primary key (method_payment, checked_at)
);
create trigger bank_balance_check_append_only before update or delete or truncate on bank_balance_check
  for each statement execute function refuse_change();

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on top_up_without_line, bank_balance_check from pematang_app;
    revoke delete, truncate on top_up_without_line_day from pematang_app;
  end if;
end $$;
