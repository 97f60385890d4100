-- What was at a bank beyond the lenders' cash when that was taken over: fees, tax and other money of the platform. The balance
-- is what the bank stated for the end of the day, and `lenders` what had been taken over of lenders at that bank. It is entered
-- once, and taken back once by a reversal; `occurrence` counts what was entered again after that.
create table bank_opening (
  id uuid primary key,
  method_payment smallint not null check (method_payment in (1, 2)),
  balance bigint not null,
  lenders bigint not null check (lenders >= 0),
  amount bigint not null generated always as (balance - lenders) stored check (balance > lenders),
  as_of date not null,
  occurrence integer not null check (occurrence > 0),
  created_at timestamptz not null default app_now(),
  constraint bank_opening_once unique (method_payment, occurrence)
);
create trigger bank_opening_append_only before update or delete or truncate on bank_opening
  for each statement execute function refuse_change();

alter table payout drop constraint payout_account_kind_check,
  add constraint payout_account_kind_check check (
    account_kind in ('BORROWER_EXCESS', 'TAX_PAYABLE', 'PLATFORM_FEE', 'TRANSFER_FEE', 'PLATFORM_CASH'));

do $$ declare kinds text; begin
  select string_agg(quote_literal(kind), ', ' order by place) into kinds from (
    select m[1] as kind, place from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([A-Z_]+)''', 'g')
           with ordinality as found (m, place)
     where conname = 'reversal_kind_check' and conrelid = 'reversal'::regclass
    union all
    select 'BANK_OPENING', 1000
  ) named;
  alter table reversal drop constraint reversal_kind_check;
  execute format('alter table reversal add constraint reversal_kind_check check (kind in (%s)) not valid', kinds);
  alter table reversal validate constraint reversal_kind_check;
end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on bank_opening from pematang_app;
  end if;
end $$;
