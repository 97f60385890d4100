-- The life of a loan after it was funded: disbursement, schedule, each lender's share, repayments.

-- LATE is never stored: it follows from installments, payments and a day.
alter table loan_position drop constraint loan_position_status_check;
alter table loan_position add constraint loan_position_status_check check
  (status in ('DRAFT', 'OFFERED', 'FUNDED', 'WITHDRAWN', 'ACTIVE', 'REPAID', 'RESTRUCTURED', 'WRITTEN_OFF'));

-- REFUNDED: it was settled, and its loan was withdrawn before it was paid out. WITHDRAWN: the same while it waited.
alter table funding drop constraint funding_state_check;
alter table funding add constraint funding_state_check check
  (state in ('WAITING', 'SETTLED', 'REJECTED', 'EXPIRED', 'REFUNDED', 'WITHDRAWN'));

-- One row for each loan that was paid out. Every verb of servicing locks it before anything else of the loan;
-- funding never does.
create table loan_servicing (
  loan_id bigint primary key references loan (id),
  disbursed_on date not null,
  principal bigint not null check (principal > 0),
  -- The newest version of the schedule.
  version smallint not null default 1 check (version > 0),
  -- Parts of a million of what is late of an installment, for each day (as the agreements say it).
  penalty_ppm_per_day integer not null check (penalty_ppm_per_day between 0 and 1000000),
  -- Rupiah that may be asked as penalty at most: interest and penalty together never exceed the principal.
  penalty_limit bigint not null check (penalty_limit >= 0),
  penalty_paid bigint not null default 0 check (penalty_paid >= 0),
  -- What the installments in force still ask.
  principal_due bigint not null check (principal_due >= 0),
  interest_due bigint not null check (interest_due >= 0),
  -- The other side of what goes out to and comes in from the borrower of this loan. It is opened after this row,
  -- with which a loan is claimed.
  clearing_account bigint not null,
  created_at timestamptz not null default app_now()
) with (fillfactor = 70);

-- `no` counts on over all versions of a schedule. An installment that another version has replaced keeps its terms
-- and what was paid on it; the rest of it is asked by the installments of the version that followed.
alter table installment
  add column version smallint not null default 1 check (version > 0),
  add column penalty_paid bigint not null default 0 check (penalty_paid >= 0),
  -- The day from which on another version counts; null while it is in force.
  add column superseded_on date;
alter table installment set (fillfactor = 80);

-- What came in from a borrower. The bank's or the file's reference is taken once.
create table loan_payment (
  id uuid primary key,
  loan_id bigint not null references loan (id),
  reference text not null unique check (length(reference) between 1 and 100),
  -- The value date; a payment may be recorded later than it was made.
  paid_on date not null,
  -- True where the borrower paid the whole loan before its time.
  settles boolean not null default false,
  amount bigint not null check (amount > 0),
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  penalty bigint not null check (penalty >= 0),
  -- The platform's own fee that the borrower paid with it.
  fee bigint not null check (fee >= 0),
  -- More than was owed.
  excess bigint not null check (excess >= 0),
  -- Withheld from the lenders' interest.
  tax bigint not null check (tax between 0 and interest),
  -- The penalty that the payment named itself; null where it was worked out.
  asked_penalty bigint,
  -- True of the payment with which the loan was repaid.
  completes boolean not null default false,
  created_at timestamptz not null default app_now(),
  constraint loan_payment_parts check (amount = principal + interest + penalty + fee + excess)
);
create index loan_payment_of_loan on loan_payment (loan_id, paid_on);
create trigger loan_payment_append_only before update or delete or truncate on loan_payment
  for each statement execute function refuse_change();

-- Each lender's share of each installment of a version, in rupiah: element 1 is of installment `first_no`.
create table funding_schedule (
  lender_id bigint not null,
  funding_id uuid not null,
  version smallint not null,
  loan_id bigint not null references loan (id),
  first_no smallint not null check (first_no > 0),
  principal bigint[] not null,
  interest bigint[] not null,
  primary key (lender_id, funding_id, version),
  constraint funding_schedule_pairs check (cardinality(principal) = cardinality(interest))
);
create index funding_schedule_of_loan on funding_schedule (loan_id, version);
create trigger funding_schedule_append_only before update or delete or truncate on funding_schedule
  for each statement execute function refuse_change();

-- What a lender has received of each installment with each payment.
create table lender_repayment (
  lender_id bigint not null,
  funding_id uuid not null,
  no smallint not null,
  payment_id uuid not null references loan_payment (id),
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  penalty bigint not null check (penalty >= 0),
  tax bigint not null check (tax >= 0),
  primary key (lender_id, funding_id, no, payment_id)
);
create index lender_repayment_of_payment on lender_repayment (payment_id);
create trigger lender_repayment_append_only before update or delete or truncate on lender_repayment
  for each statement execute function refuse_change();

-- The same in sums, so that a lender's figures are read without his history. Always recomputable.
create table funding_balance (
  lender_id bigint not null,
  funding_id uuid not null,
  loan_id bigint not null references loan (id),
  -- What the installments in force still owe to this funding.
  principal_due bigint not null check (principal_due >= 0),
  interest_due bigint not null check (interest_due >= 0),
  primary key (lender_id, funding_id)
) with (fillfactor = 50);
create index funding_balance_of_loan on funding_balance (loan_id);

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on loan_payment, funding_schedule, lender_repayment from pematang_app;
    revoke delete, truncate on loan_servicing, installment, funding_balance from pematang_app;
  end if;
end $$;
