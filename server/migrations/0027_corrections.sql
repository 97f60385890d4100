-- What was recorded wrongly is taken back by new entries of the day on which that is found; nothing of the journal is
-- changed or removed. A reversal names what it takes back, and takes it back once.

create table reversal (
  -- Also the reference of its transfers, and the id of the payment that negates a payment.
  id uuid primary key,
  kind text not null check (kind in ('REPAYMENT', 'DISBURSEMENT', 'WRITE_OFF', 'RESTRUCTURING', 'TOP_UP', 'TAX_STATUS', 'PAYOUT')),
  -- The id of what it takes back: of the payment, the write-off, the journal of the disbursement …
  of_id text not null,
  -- The journal that it negates; null where no money had moved.
  journal_id uuid unique,
  reason text not null check (length(reason) between 1 and 200),
  created_at timestamptz not null default app_now(),
  unique (kind, of_id)
);
create trigger reversal_append_only before update or delete or truncate on reversal
  for each statement execute function refuse_change();

-- What lenders owe because a correction took back more than they had; recovered from what comes in next.
create table lender_receivable (
  lender_id bigint primary key references lender (id),
  owed bigint not null check (owed >= 0)
);

-- What corrections moved on a lender's cash, as the history tells it: of type 1 a top-up, of type 5 a repayment.
create table lender_correction (
  lender_id bigint not null,
  id uuid not null,
  -- Null where it recovers what was owed.
  reversal_id uuid references reversal (id),
  type smallint not null check (type in (1, 5)),
  amount bigint not null check (amount <> 0),
  loan_id bigint,
  created_at timestamptz not null default app_now(),
  primary key (lender_id, id)
);
create index lender_correction_at on lender_correction (lender_id, created_at desc);
create trigger lender_correction_append_only before update or delete or truncate on lender_correction
  for each statement execute function refuse_change();

-- A payment that is taken back is negated by another one, of the same value date and reference: whatever adds payments up
-- goes on as if it had never been. `occurrence` counts how often a reference was recorded: 1, and 2 where it was recorded
-- again after it was taken back; the payment that negates it carries the same below zero.
alter table loan_payment
  add column occurrence smallint not null default 1 check (occurrence <> 0),
  add column reverses uuid unique references loan_payment (id),
  add constraint loan_payment_reversal check ((reverses is not null) = (occurrence < 0)),
  drop constraint loan_payment_reference_key,
  add constraint loan_payment_once unique (reference, occurrence);
do $$ declare found record; begin
  for found in select conrelid::regclass as of, conname from pg_constraint
                where contype = 'c' and conrelid in ('loan_payment'::regclass, 'lender_repayment'::regclass)
                  and pg_get_constraintdef(oid) ~ '\m(amount|principal|interest|penalty|fee|excess|tax)\M'
                  and conname <> 'loan_payment_parts' loop
    execute format('alter table %s drop constraint %I', found.of, found.conname);
  end loop;
end $$;
alter table loan_payment add constraint loan_payment_signs check (
  case when occurrence > 0
       then amount > 0 and principal >= 0 and interest >= 0 and penalty >= 0 and fee >= 0 and excess >= 0
            and tax between 0 and interest
       else amount < 0 and principal <= 0 and interest <= 0 and penalty <= 0 and fee <= 0 and excess <= 0
            and tax between interest and 0 end);
alter table lender_repayment add constraint lender_repayment_signs check (
  (principal >= 0 and interest >= 0 and penalty >= 0 and tax >= 0)
  or (principal <= 0 and interest <= 0 and penalty <= 0 and tax <= 0));

-- Payments that were not taken back.
create view standing_payment as
select p.* from loan_payment p
 where p.reverses is null and not exists (select from loan_payment r where r.reverses = p.id);

-- A write-off can be taken back, and the loan written off again. What counts is read under the name that it had.
alter table write_off rename to write_off_record;
alter table write_off_record drop constraint write_off_pkey;
alter table write_off_record add column id uuid primary key default gen_random_uuid();
create index write_off_record_loan on write_off_record (loan_id);
alter trigger write_off_append_only on write_off_record rename to write_off_record_append_only;
create view write_off as
select loan_id, written_off_on, principal, interest, reason, created_at, id from write_off_record w
 where not exists (select from reversal r where r.kind = 'WRITE_OFF' and r.of_id = w.id::text);
-- So can new terms.
alter table restructuring rename to restructuring_record;
alter trigger restructuring_append_only on restructuring_record rename to restructuring_record_append_only;
create view restructuring as
select t.* from restructuring_record t
 where not exists (select from reversal r where r.kind = 'RESTRUCTURING' and r.of_id = t.loan_id || '/' || t.version);
create or replace view portfolio_truth as
select f.lender_id, f.id as funding_id, f.loan_id, f.amount, f.created_at, f.bulk_id, p.phase,
       case when p.phase in (2, 3) then coalesce(due.oldest, 'infinity') else 'infinity' end as oldest_due,
       case when p.phase < 5 then coalesce(b.principal_due, f.amount) else 0 end as principal_due,
       case when p.phase < 5 then coalesce(b.interest_due, f.expected_interest) else 0 end as interest_due
  from funding f
  left join loan_servicing s on s.loan_id = f.loan_id
  left join funding_balance b on b.lender_id = f.lender_id and b.funding_id = f.id
  cross join lateral (
    select (case when f.state = 'REFUNDED' then 6
                 when s.loan_id is null then 1
                 when exists (select from write_off w where w.loan_id = f.loan_id) then 5
                 when s.principal_due = 0 and s.interest_due = 0 then 4
                 when exists (select from restructuring r where r.loan_id = f.loan_id) then 3
                 else 2 end)::smallint as phase
  ) p
  left join lateral (
    select min(i.due_date) as oldest from installment i
     where i.loan_id = f.loan_id and p.phase in (2, 3) and i.superseded_on is null
       and i.principal_paid + i.interest_paid < i.principal + i.interest
  ) due on true
 where f.state in ('SETTLED', 'REFUNDED');

-- A disbursement that is taken back leaves no loan to service: the sums that were derived from it go, its journal, its
-- installments and their shares stay. Only where the reversal stands in the same transaction's books and no payment does.
create function undo_disbursement(of_loan bigint, by_reversal uuid) returns void
  language plpgsql security definer as $$
begin
  if not exists (select from reversal r join transfer t on t.journal_id = r.journal_id
                  where r.id = by_reversal and r.kind = 'DISBURSEMENT' and t.kind = 'DISBURSEMENT'
                    and t.ref = of_loan::text)
     or exists (select from standing_payment where loan_id = of_loan)
     or exists (select from write_off where loan_id = of_loan) then
    raise exception 'a disbursement is undone by its reversal' using errcode = 'integrity_constraint_violation';
  end if;
  delete from funding_balance where loan_id = of_loan;
  -- They never counted; the next schedule is numbered on behind them.
  update installment set superseded_on = '-infinity' where loan_id = of_loan and superseded_on is null;
  delete from loan_servicing where loan_id = of_loan;
  update loan set disbursed_on = null where id = of_loan;
  perform refresh_loans(array[of_loan]);
end $$;
do $$ begin
  execute format('alter function undo_disbursement(bigint, uuid) set search_path = %I, pg_temp', current_schema());
end $$;

-- Each status by which a lender's interest was taxed.
create table lender_tax_status (
  lender_id bigint not null,
  version integer not null check (version > 0),
  status text not null,
  rate_ppm integer not null,
  kept_at timestamptz not null default app_now(),
  primary key (lender_id, version)
);
create trigger lender_tax_status_append_only before update or delete or truncate on lender_tax_status
  for each statement execute function refuse_change();
create function keep_tax_status_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.tax_status, new.tax_rate_ppm) is not distinct from (old.tax_status, old.tax_rate_ppm) then
    return null;
  end if;
  insert into lender_tax_status (lender_id, version, status, rate_ppm)
  values (new.id, (select coalesce(max(version), 0) + 1 from lender_tax_status where lender_id = new.id),
          new.tax_status, new.tax_rate_ppm);
  return null;
end $$;
insert into lender_tax_status (lender_id, version, status, rate_ppm, kept_at)
select id, 1, tax_status, tax_rate_ppm, created_at from lender;
create trigger lender_tax_status_versions after insert or update on lender
  for each row execute function keep_tax_status_version();

-- Money that left a clearing account for where it belongs: a borrower's excess to the borrower, withheld tax to the state,
-- fees to the platform and to the bank.
create table payout (
  id uuid primary key,
  account_kind text not null check (account_kind in ('BORROWER_EXCESS', 'TAX_PAYABLE', 'PLATFORM_FEE', 'TRANSFER_FEE')),
  -- The loan, the bank, or 0 for the platform's own.
  owner_id bigint not null,
  -- The bank that it left through; null where it went to the borrower.
  method_payment smallint check (method_payment in (1, 2)),
  amount bigint not null check (amount > 0),
  -- The value date.
  paid_on date not null,
  -- The bank's name of the transfer, or of a payment of tax its NTPN. Taken once for a kind, and again after a reversal.
  reference text not null check (length(reference) between 1 and 100),
  occurrence smallint not null default 1 check (occurrence > 0),
  reason text not null check (length(reason) between 1 and 200),
  created_at timestamptz not null default app_now(),
  unique (account_kind, reference, occurrence)
);
create index payout_of_account on payout (account_kind, owner_id);
create trigger payout_append_only before update or delete or truncate on payout
  for each statement execute function refuse_change();

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on reversal, lender_correction, lender_tax_status, payout from pematang_app;
    revoke update, delete, truncate on write_off, write_off_record, restructuring, restructuring_record from pematang_app;
    revoke insert, update, delete, truncate on standing_payment from pematang_app;
    revoke delete, truncate on lender_receivable from pematang_app;
  end if;
end $$;
