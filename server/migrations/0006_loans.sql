-- Loans: what is offered, paid out and paid back, votes, days.

-- A kind of loan, with its name and what it is offered as.
create table loan_type (
  id bigint primary key,
  name text not null unique,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  -- The offer goes on for so many days, at most so many times.
  extend_days smallint not null default 0 check (extend_days between 0 and 90),
  extend_times smallint not null default 0 check (extend_times between 0 and 12),
  -- The least share of the loan, in parts of a million, with which what is funded is paid out; null: never.
  pay_out_share_ppm integer check (pay_out_share_ppm between 1 and 1000000),
  -- So many days after the end of its offer a loan is either paid out or cancelled.
  pay_out_days smallint not null default 30 check (pay_out_days between 1 and 365),
  constraint loan_type_extension check ((extend_days = 0) = (extend_times = 0))
);

create trigger loan_type_not_deleted before delete or truncate on loan_type
  for each statement execute function refuse_change();

-- Who a loan is paid out to.
create table borrower (
  id bigint primary key,
  number text not null unique,
  name text not null
);

create trigger borrower_not_deleted before delete or truncate on borrower
  for each statement execute function refuse_change();

-- A loan as it is offered: number, terms, total, days of its offer.
create table loan (
  id bigint primary key,
  secure_id text not null unique,
  loan_number text not null unique,
  borrower_id bigint not null,
  loan_type_id bigint not null,
  interest numeric(7,6) not null check (interest between 0::numeric and 1.095),
  interest_type text not null check (interest_type in ('ANNUITY', 'FLAT', 'BULLET')),
  tenor smallint not null,
  tenor_period text not null check (tenor_period in ('DAY', 'WEEK', 'MONTH')),
  grade text,
  grade_description text,
  purpose text,
  marketing_title text,
  marketing_detail text,
  offer_from date not null,
  offer_until date not null,
  -- The line it came from, as a hash: a second import of the same file finds nothing new.
  source_hash bytea not null,
  disbursed_on date,
  created_at timestamptz not null default app_now(),
  consent_reference text,
  consent_provider text,
  consent_at timestamptz,
  consent_sha256 bytea,
  deleted_at timestamptz,
  constraint loan_check check (offer_until > offer_from),
  constraint loan_consent_whole check (num_nulls(consent_reference, consent_provider, consent_at, consent_sha256) in (0, 4)),
  constraint loan_consent_hash check (octet_length(consent_sha256) = 32),
  constraint loan_tenor_check check (tenor >= 1 and tenor <=
case tenor_period
    when 'DAY' then 3650
    when 'WEEK' then 521
    else 360
end)
);
create index loan_borrower on loan (borrower_id);
-- One consent is good for one loan.
create unique index loan_consent on loan (consent_provider, consent_reference) where consent_reference is not null
  and deleted_at is null;
create index loan_name on loan (upper(loan_number collate "C"));

alter table factsheet add constraint factsheet_loan_id_fkey foreign key (loan_id) references loan(id);

create trigger loan_not_deleted before delete or truncate on loan
  for each statement execute function refuse_change();

-- Loans that are offered together, uploaded as one file.
create table bulk_product (
  id bigint primary key,
  secure_id text not null unique,
  -- The operator's own number of the product.
  number text not null unique,
  partner_name text not null,
  loan_type_id bigint not null references loan_type(id),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'OFFERED', 'CANCELLED')),
  -- What it holds, worked out once: its loans never change.
  loans integer not null check (loans > 0),
  total bigint not null check (total > 0),
  -- The lines it came from, as a hash: the same file again makes nothing new.
  source_hash bytea not null check (length(source_hash) = 32),
  created_at timestamptz not null default app_now()
);

-- The few numbers that every funding changes stand apart from the long row above.
create table loan_position (
  loan_id bigint primary key,
  status text not null default 'DRAFT',
  total bigint not null check (total > 0),
  minimum bigint not null,
  -- Settled fundings, and those that wait for a signature.
  funded bigint not null default 0 check (funded >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  -- Copies of the loan's own, so that a funding reads one row.
  offer_from date not null,
  offer_until date not null,
  loan_type_id bigint not null,
  tenor smallint not null,
  escrow_account bigint not null,
  -- A loan of a bulk product is offered with the others of it, and not alone.
  bulk_product_id bigint references bulk_product(id),
  -- A loan of a bulk product is offered with the others of it. The operator may offer it on the market list as well.
  alone boolean not null default true,
  -- Counts up whenever something changes that an agreement says of the loan, so that one number tells whether an agreement
  -- is of the terms that stand now. The columns that every funding changes are not among them.
  terms_version integer not null default 1,
  -- On the marketplace by itself, with something left. Whether today is within the days of its offer is asked when it is read.
  listed boolean not null generated always as (status = 'OFFERED' and alone and (funded + reserved) < total) stored,
  constraint loan_position_check check (minimum > 0 and minimum <= total),
  constraint loan_never_oversubscribed check ((funded + reserved) <= total),
  constraint loan_position_status_check check (status in ('DRAFT', 'DELETED', 'OFFERED', 'FUNDED', 'CANCELLED', 'ACTIVE',
    'REPAID', 'RESTRUCTURED', 'WRITTEN_OFF'))
) with (fillfactor = 50);
create index loan_position_open on loan_position (offer_until, loan_id) where status = 'OFFERED';
create index loan_position_bulk on loan_position (bulk_product_id, loan_id) where bulk_product_id is not null;
-- Loans that wait for being paid out are few among those that were.
create index loan_position_ready on loan_position (offer_until, loan_id) where status = 'FUNDED';
-- In the order of the list. Loans of a day are mixed by ranges of their ids, which are drawn at random below 2^53: 0 to 31.
create index loan_position_listed on loan_position (offer_until, (loan_id >> 48), loan_type_id, tenor, loan_id)
  include (offer_from) where listed;

create function count_position_terms() returns trigger language plpgsql as $$
begin
  if (new.total, new.minimum, new.offer_from, new.offer_until, new.loan_type_id, new.tenor)
       is distinct from (old.total, old.minimum, old.offer_from, old.offer_until, old.loan_type_id, old.tenor) then
    new.terms_version := old.terms_version + 1;
  end if;
  return new;
end $$;

create trigger loan_position_terms before update of total, minimum, offer_from, offer_until, loan_type_id, tenor on loan_position
  for each row execute function count_position_terms();
create function count_loan_terms() returns trigger language plpgsql as $$
begin
  update loan_position set terms_version = terms_version + 1 where loan_id = new.id;
  return null;
end $$;

create trigger loan_terms after update of loan_number, borrower_id, loan_type_id, interest, interest_type, tenor,
  tenor_period, grade, purpose, offer_from, offer_until, source_hash on loan
  for each row when (old.* is distinct from new.*) execute function count_loan_terms();
create function count_borrower_terms() returns trigger language plpgsql as $$
begin
  update loan_position p set terms_version = terms_version + 1 from loan l
   where l.borrower_id = new.id and p.loan_id = l.id and p.status in ('DRAFT', 'OFFERED');
  return null;
end $$;

create trigger borrower_terms after update of name on borrower
  for each row when (old.name is distinct from new.name) execute function count_borrower_terms();
-- Lenders decide on the terms of an offer. What comes after the publication may move: the end of the offer, and the
-- day on which the loan was paid out.
create function keep_published_terms() returns trigger language plpgsql as $$
begin
  if exists (select from loan_position where loan_id = old.id and status <> 'DRAFT')
     and to_jsonb(new) - array['offer_until', 'disbursed_on'] <> to_jsonb(old) - array['offer_until', 'disbursed_on'] then
    raise exception 'a loan that is published keeps its terms' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger loan_kept before update on loan
  for each row execute function keep_published_terms();
create trigger loan_position_not_deleted before delete or truncate on loan_position
  for each statement execute function refuse_change();
-- Of an offer that ends before it is full the total may come down to what is funded and reserved of it.
create trigger loan_position_kept before update on loan_position
  for each row when (old.status <> 'DRAFT' and (new.loan_id is distinct from old.loan_id
    or new.minimum is distinct from old.minimum or new.loan_type_id is distinct from old.loan_type_id
    or new.tenor is distinct from old.tenor or new.escrow_account is distinct from old.escrow_account
    or new.total <> old.total and (new.total > old.total or new.total <> (new.funded + new.reserved))
    or old.status = 'DELETED' and (new.status not in ('DRAFT', 'DELETED')) or old.status <> 'DELETED'
    and new.status = 'DELETED' or (old.status not in ('DELETED', 'FUNDED', 'ACTIVE')) and new.status = 'DRAFT'))
    execute function refuse_new_terms();

-- One line of a loan's schedule, as it is now.
create table installment (
  loan_id bigint not null references loan(id),
  no smallint not null check (no > 0),
  due_date date not null,
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  principal_paid bigint not null default 0,
  interest_paid bigint not null default 0,
  version smallint not null default 1 check (version > 0),
  penalty_paid bigint not null default 0 check (penalty_paid >= 0),
  -- The day from which on another version counts; null while it is in force.
  superseded_on date,
  primary key (loan_id, no),
  constraint installment_check check (principal_paid between 0 and principal),
  constraint installment_check1 check (interest_paid between 0 and interest)
) with (fillfactor = 80);
-- Installments that still ask for something, by due date: those before today are what is late.
create index installment_open on installment (due_date, loan_id) where superseded_on is null
  and (principal_paid + interest_paid) < (principal + interest);
create index installment_superseded on installment (superseded_on) where superseded_on is not null;

create trigger installment_kept before update on installment
  for each row when (new.loan_id is distinct from old.loan_id or new.no is distinct from old.no
    or new.version is distinct from old.version or new.due_date is distinct from old.due_date
    or new.principal is distinct from old.principal or new.interest is distinct from old.interest)
    execute function refuse_new_terms();
create trigger installment_not_deleted before delete or truncate on installment
  for each statement execute function refuse_change();

-- In what order a payment is allocated, and what late payment costs, are terms of each loan. They are kept when the loan
-- is offered or taken over: its agreements are written from them and the ledger goes by them, whatever the settings say
-- later.
create table loan_terms (
  loan_id bigint primary key,
  allocation text not null,
  -- Parts of a million: of what is late of an installment, for each day; and of what was lent, for all penalties together.
  penalty_ppm_per_day integer not null check (penalty_ppm_per_day between 0 and 1000000),
  penalty_maximum_ppm integer not null check (penalty_maximum_ppm between 0 and 1000000),
  created_at timestamptz not null default app_now(),
  rounding_tolerance bigint not null default 1000 check (rounding_tolerance between 0 and 1000000),
  -- Payments recorded before this time left their residue open.
  rounding_since timestamptz not null default app_now(),
  constraint loan_terms_allocation_check check (allocation in ('INTEREST_PRINCIPAL_PENALTY', 'INTEREST_PENALTY_PRINCIPAL',
    'PENALTY_INTEREST_PRINCIPAL'))
);
-- The offers of the last days, and the newest of all.
create index loan_terms_created on loan_terms (created_at);

create trigger loan_terms_append_only before delete or update or truncate on loan_terms
  for each statement execute function refuse_change();

-- One row for each loan that was paid out. Every verb of servicing locks it before anything else of the loan;
-- funding never does.
create table loan_servicing (
  loan_id bigint primary key references loan(id),
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
  created_at timestamptz not null default app_now(),
  -- A payment came after its due date, so that installments which are complete may still owe penalty.
  late_paid boolean not null default false,
  -- Installments before this number owe no penalty any more: other terms took their place, or they were complete when
  -- completing an installment ended its penalty.
  penalty_from_no smallint not null default 1 check (penalty_from_no > 0),
  -- The schedule of a funding is the one of its agreement, a function of its amount and the terms of the loan alone; the
  -- installments of the loan are their sums. Loans that were paid out before shared each installment of a schedule over the
  -- whole loan, and keep the shares that they have: they have no such version.
  agreed_version smallint check (agreed_version > 0),
  constraint loan_servicing_loan_id_fkey1 foreign key (loan_id) references loan_terms(loan_id)
) with (fillfactor = 70);
create index loan_servicing_recorded_at on loan_servicing using brin (created_at);

-- What came in from a borrower. The bank's or the file's reference is taken once.
create table loan_payment (
  id uuid primary key,
  loan_id bigint not null references loan(id),
  reference text not null check (length(reference) between 1 and 100),
  -- The value date; a payment may be recorded later than it was made.
  paid_on date not null,
  -- True where the borrower paid the whole loan before its time.
  settles boolean not null default false,
  amount bigint not null,
  principal bigint not null,
  interest bigint not null,
  penalty bigint not null,
  -- The platform's own fee that the borrower paid with it.
  fee bigint not null,
  -- More than was owed.
  excess bigint not null,
  -- Withheld from the lenders' interest.
  tax bigint not null,
  -- The penalty that the payment named itself; null where it was worked out.
  asked_penalty bigint,
  -- True of the payment with which the loan was repaid.
  completes boolean not null default false,
  created_at timestamptz not null default app_now(),
  -- The payment's place among those of its loan, in the order in which they were recorded; and the order by which it was
  -- allocated. Both are null where it was recorded before they were kept.
  number integer check (number > 0),
  allocation text,
  occurrence smallint not null default 1 check (occurrence <> 0),
  reverses uuid unique references loan_payment(id),
  -- The order in which payments were recorded, those that negate others among them.
  recorded bigint generated always as identity,
  rounding bigint not null default 0,
  -- Payments of a loan are allocated by their value dates, whatever the order of recording. Those that were recorded before were
  -- allocated in that order; the audit of the books compares a pair of payments only if one of them was recorded since.
  by_value_date boolean not null default true,
  constraint loan_payment_once unique (reference, loan_id, occurrence),
  constraint loan_payment_allocation_check check (allocation in ('INTEREST_PRINCIPAL_PENALTY', 'INTEREST_PENALTY_PRINCIPAL',
    'PENALTY_INTEREST_PRINCIPAL')),
  constraint loan_payment_numbered check ((number is null) = (allocation is null)),
  constraint loan_payment_reversal check ((reverses is not null) = (occurrence < 0)),
  constraint loan_payment_signs check (
case
    when occurrence > 0 then amount > 0 and principal >= 0 and interest >= 0 and penalty >= 0 and fee >= 0 and excess >= 0 and tax between 0 and interest
    else amount < 0 and principal <= 0 and interest <= 0 and penalty <= 0 and fee <= 0 and excess <= 0 and tax between interest and 0
end),
  constraint loan_payment_parts check ((amount + rounding) = (principal + interest + penalty + fee + excess)),
  constraint loan_payment_rounding check (
case
    when occurrence > 0 then rounding >= 0
    else rounding <= 0
end)
);
create index loan_payment_of_loan on loan_payment (loan_id, paid_on);
-- What became known with a later value date than a day that is looked back at.
create index loan_payment_by_day on loan_payment (paid_on);
create unique index loan_payment_number on loan_payment (loan_id, number);
create unique index loan_payment_recorded on loan_payment (loan_id, recorded);
-- Reversals by the month in which they were recorded; there are few.
create index loan_payment_reversed_at on loan_payment (created_at) where reverses is not null;
create index loan_payment_rounded on loan_payment (loan_id) where rounding <> 0;
create index loan_payment_name on loan_payment (upper(btrim(reference) collate "C"));
create index loan_payment_recorded_at on loan_payment using brin (created_at);

create trigger loan_payment_append_only before delete or update or truncate on loan_payment
  for each statement execute function refuse_change();

-- Each lender's share of each installment of a version, in rupiah: element 1 is of installment `first_no`.
create table funding_schedule (
  lender_id bigint not null,
  funding_id uuid not null,
  version smallint not null,
  loan_id bigint not null references loan(id),
  first_no smallint not null check (first_no > 0),
  principal bigint[] not null,
  interest bigint[] not null,
  primary key (lender_id, funding_id, version),
  constraint funding_schedule_pairs check (cardinality(principal) = cardinality(interest))
);
create index funding_schedule_of_loan on funding_schedule (loan_id, version);

create trigger funding_schedule_append_only before delete or update or truncate on funding_schedule
  for each statement execute function refuse_change();

-- What a lender has received of each installment with each payment.
create table lender_repayment (
  lender_id bigint not null,
  funding_id uuid not null,
  no smallint not null,
  payment_id uuid not null references loan_payment(id),
  principal bigint not null,
  interest bigint not null,
  penalty bigint not null,
  tax bigint not null,
  -- The rate by which a payment was taxed is kept with what each lender got, so that the books can be reckoned anew. For
  -- payments of before it stays null: the rate that a lender had then is kept for no day before their first change.
  tax_rate_ppm integer check (tax_rate_ppm between 0 and 1000000),
  -- PPh 23 or PPh 26, by the lender's status when the payment was recorded. Payments of before have none: theirs follows from
  -- the versions of the status.
  tax_article smallint check (tax_article in (23, 26)),
  primary key (lender_id, funding_id, no, payment_id),
  constraint lender_repayment_signs check (principal >= 0 and interest >= 0 and penalty >= 0 and tax >= 0 or principal <= 0
    and interest <= 0 and penalty <= 0 and tax <= 0)
);
create index lender_repayment_of_payment on lender_repayment (payment_id, lender_id);

create trigger lender_repayment_append_only before delete or update or truncate on lender_repayment
  for each statement execute function refuse_change();

-- The same in sums, so that a lender's figures are read without his history. Always recomputable.
create table funding_balance (
  lender_id bigint not null,
  funding_id uuid not null,
  loan_id bigint not null references loan(id),
  -- What the installments in force still owe to this funding.
  principal_due bigint not null check (principal_due >= 0),
  interest_due bigint not null check (interest_due >= 0),
  primary key (lender_id, funding_id)
) with (fillfactor = 50);
create index funding_balance_of_loan on funding_balance (loan_id);

-- A loan that the platform no longer counts as outstanding. What is recovered later goes to its lenders all the same.
create table write_off_record (
  loan_id bigint not null,
  written_off_on date not null,
  -- Unpaid on that day, in rupiah.
  principal bigint not null,
  interest bigint not null,
  reason text not null,
  created_at timestamptz not null default app_now(),
  id uuid primary key default gen_random_uuid(),
  constraint write_off_principal_check check (principal > 0),
  constraint write_off_interest_check check (interest >= 0),
  constraint write_off_loan_id_fkey foreign key (loan_id) references loan(id)
);
create index write_off_record_loan on write_off_record (loan_id);

create trigger write_off_record_append_only before delete or update or truncate on write_off_record
  for each statement execute function refuse_change();

-- New terms that both parties agreed on, and the version of the schedule that they made.
create table restructuring_record (
  loan_id bigint not null,
  version smallint not null,
  agreed_on date not null,
  interest numeric(7,6) not null,
  interest_type text not null,
  tenor smallint not null,
  tenor_period text not null,
  -- From when interest under the new terms runs.
  starts_on date not null,
  -- Unpaid on that day, in rupiah: the principal goes on under the new terms.
  principal bigint not null,
  -- Interest that had fallen due and was not paid: kept, it falls due with the first new installment.
  interest_kept bigint not null,
  interest_waived bigint not null,
  -- The signed agreement of both parties, as the operator's archive names it.
  agreement_reference text not null,
  agreement_sha256 bytea not null,
  created_at timestamptz not null default app_now(),
  -- Penalty that was owed when both parties agreed on new terms, and falls away with them.
  penalty_waived bigint not null default 0,
  constraint restructuring_pkey primary key (loan_id, version),
  constraint restructuring_version_check check (version > 1),
  constraint restructuring_interest_type_check check (interest_type in ('ANNUITY', 'FLAT', 'BULLET')),
  constraint restructuring_tenor_period_check check (tenor_period in ('DAY', 'WEEK', 'MONTH')),
  constraint restructuring_principal_check check (principal > 0),
  constraint restructuring_interest_kept_check check (interest_kept >= 0),
  constraint restructuring_interest_waived_check check (interest_waived >= 0),
  constraint restructuring_agreement_sha256_check check (length(agreement_sha256) = 32),
  constraint restructuring_penalty_waived_check check (penalty_waived >= 0),
  constraint restructuring_interest_check check (interest between 0::numeric and 1.095),
  constraint restructuring_tenor_check check (tenor >= 1 and tenor <=
case tenor_period
    when 'DAY' then 3650
    when 'WEEK' then 521
    else 360
end),
  constraint restructuring_loan_id_fkey foreign key (loan_id) references loan(id)
);

create trigger restructuring_record_append_only before delete or update or truncate on restructuring_record
  for each statement execute function refuse_change();

-- The quality of all loans at the end of a day, as it was known when the day was closed. Unpaid principal in rupiah, by
-- the five qualities of SEOJK 19/SEOJK.06/2025; TKB and TWP of SEOJK 19/SEOJK.06/2023 are sums of them.
create table day_close (
  date date primary key,
  -- How many loans had something outstanding.
  loans integer not null check (loans >= 0),
  total bigint not null,
  lancar bigint not null check (lancar >= 0),
  dalam_perhatian_khusus bigint not null check (dalam_perhatian_khusus >= 0),
  kurang_lancar bigint not null check (kurang_lancar >= 0),
  diragukan bigint not null check (diragukan >= 0),
  macet bigint not null check (macet >= 0),
  -- SHA-256 over the day before's hash, these figures and the late loans of the day: see day_close_hash.
  hash bytea not null check (length(hash) = 32),
  created_at timestamptz not null default app_now(),
  lenders integer check (lenders >= 0),
  borrowers integer check (borrowers >= 0),
  constraint day_close_parts check (total = (lancar + dalam_perhatian_khusus + kurang_lancar + diragukan + macet))
);

create trigger day_close_append_only before delete or update or truncate on day_close
  for each statement execute function refuse_change();

-- The loans behind the figures of a closed day that were late, or had a borrower who was.
create table day_close_late (
  date date not null references day_close(date),
  loan_id bigint not null,
  days_late integer not null check (days_late >= 0),
  -- By which its quality goes: its own days, or the most of any loan of its borrower.
  quality_days integer not null,
  outstanding bigint not null check (outstanding > 0),
  primary key (date, loan_id),
  constraint day_close_late_check check (quality_days > 0 and quality_days >= days_late)
);

create trigger day_close_late_append_only before delete or update or truncate on day_close_late
  for each statement execute function refuse_change();

-- A loan is taken over whole and once. The hash is of all that was said of its fundings: the same again is known.
create table loan_take_over_record (
  loan_id bigint not null,
  source_hash bytea not null,
  fundings integer not null,
  created_at timestamptz not null default app_now(),
  as_of date,
  -- When it was paid out, before these books.
  disbursed_on date,
  days_late integer,
  -- What was left of its principal, and its interest that had fallen due and was not paid, in rupiah.
  principal_left bigint,
  interest_due bigint,
  occurrence smallint not null default 1 check (occurrence > 0),
  primary key (loan_id, occurrence),
  constraint loan_take_over_source_hash_check check (length(source_hash) = 32),
  constraint loan_take_over_fundings_check check (fundings > 0),
  constraint loan_take_over_days_late_check check (days_late >= 0),
  constraint loan_take_over_principal_left_check check (principal_left > 0),
  constraint loan_take_over_interest_due_check check (interest_due >= 0),
  constraint loan_take_over_opening check (num_nulls(as_of, disbursed_on, days_late, principal_left, interest_due) in (0, 5)),
  constraint loan_take_over_dates check (disbursed_on <= as_of),
  constraint loan_take_over_loan_id_fkey foreign key (loan_id) references loan(id)
);

alter table archived_agreement add constraint archived_agreement_take_over foreign key (loan_id, take_over)
  references loan_take_over_record(loan_id, occurrence);

create trigger loan_take_over_record_append_only before delete or update or truncate on loan_take_over_record
  for each statement execute function refuse_change();

-- What becomes of a loan that is not full, or not paid out in time.
create table offer_rule (
  loan_id bigint primary key,
  extend_days smallint not null,
  extend_times smallint not null,
  pay_out_share_ppm integer,
  pay_out_days smallint not null,
  -- No day before this one counts as waited.
  fixed_on date not null default business_day(app_now())
);

create trigger offer_rule_append_only before delete or update or truncate on offer_rule
  for each statement execute function refuse_change();
-- Whatever way a loan is offered, alone or with its product, it takes the rule of its type with it.
create function fix_offer_rule() returns trigger language plpgsql as $$
begin
  insert into offer_rule (loan_id, extend_days, extend_times, pay_out_share_ppm, pay_out_days)
  select new.loan_id, extend_days, extend_times, pay_out_share_ppm, pay_out_days from loan_type where id = new.loan_type_id
  on conflict do nothing;
  return null;
end $$;

create trigger loan_position_rule after update of status on loan_position
  for each row when (old.status = 'DRAFT' and new.status = 'OFFERED' and not new.listed) execute function fix_offer_rule();

-- What was decided when an offer was over, in its order. `total` is what the loan was offered with until then, `funded`
-- what was settled of it.
create table offer_end (
  loan_id bigint not null references loan(id),
  no smallint not null check (no > 0),
  decision text not null check (decision in ('EXTENDED', 'EXTENDED_BY_OPERATOR', 'PAID_OUT', 'CANCELLED')),
  offer_until date not null,
  extended_until date,
  total bigint not null check (total > 0),
  funded bigint not null,
  decided_at timestamptz not null default app_now(),
  primary key (loan_id, no),
  constraint offer_end_check check (extended_until > offer_until),
  constraint offer_end_check1 check (funded between 0 and total),
  constraint offer_end_extended check ((decision in ('EXTENDED', 'EXTENDED_BY_OPERATOR')) = (extended_until is not null))
);

create trigger offer_end_append_only before delete or update or truncate on offer_end
  for each statement execute function refuse_change();

-- The names that a borrower had. Agreements that were made have the name of their time in what was signed.
create table borrower_rename (
  id uuid primary key,
  borrower_id bigint not null references borrower(id),
  old_name text not null,
  new_name text not null,
  reason text not null,
  renamed_by text not null,
  renamed_at timestamptz not null default app_now(),
  constraint borrower_rename_other check (old_name <> new_name)
);
create index borrower_rename_of on borrower_rename (borrower_id, id desc);

create trigger borrower_rename_append_only before delete or update or truncate on borrower_rename
  for each statement execute function refuse_change();

-- How each loan that was paid out stands and whether it was paid on time, so that a borrower's record is counted without
-- reading everything that they ever paid. Late is never stored: a running loan is late when its oldest unpaid installment
-- was due before today.
create table repayment_record (
  loan_id bigint primary key references loan(id),
  borrower_id bigint not null,
  standing text not null check (standing in ('RUNNING', 'REPAID', 'WRITTEN_OFF')),
  -- New terms are in force, or were when it was repaid.
  restructured boolean not null,
  -- An installment was completed after its due date. New terms begin a new count.
  paid_late boolean not null,
  -- Infinity unless it is running.
  oldest_due date not null
) with (fillfactor = 50);
create index repayment_record_borrower on repayment_record (borrower_id);

-- A disbursement that was reversed leaves no loan to service.
create function forget_repayment_record() returns trigger language plpgsql as $$
begin
  delete from repayment_record where loan_id = old.loan_id;
  return null;
end $$;

create trigger loan_servicing_forgotten after delete on loan_servicing
  for each row execute function forget_repayment_record();

-- What happened to loans that were paid out, for the notices of their lenders: written in the transaction of the event, one
-- row for each loan however many lenders it has, and raised afterwards by the worker.
create table loan_event (
  id bigint primary key generated always as identity,
  kind text not null,
  loan_id bigint not null references loan(id),
  -- The payment, the restructuring (loan/version) or the write-off; null for what follows from the day.
  of_id text,
  created_at timestamptz not null default app_now(),
  -- When its notices were written.
  raised_at timestamptz,
  -- It was reversed before its notices were written, so lenders were told of neither.
  void boolean not null default false,
  constraint loan_event_kind_check check (kind in ('PAID', 'RESTRUCTURED', 'WRITTEN_OFF', 'LATE', 'BACK_ON_SCHEDULE',
    'RESTRUCTURING_REVERSED', 'WRITE_OFF_REVERSED', 'DISBURSED', 'DISBURSEMENT_REVERSED'))
) with (fillfactor = 80);
create index loan_event_unraised on loan_event (id) where raised_at is null;
create index loan_event_over on loan_event (raised_at) where raised_at is not null;
create index loan_event_of on loan_event (loan_id) where kind in ('RESTRUCTURED', 'WRITTEN_OFF');
create index loan_event_disbursed on loan_event (loan_id) where kind = 'DISBURSED';

-- A payment that was taken back only to reach an earlier one and recorded again in the same transaction is no news.
create function note_payment() returns trigger language plpgsql as $$
begin
  insert into loan_event (kind, loan_id, of_id)
  select 'PAID', n.loan_id, n.id::text from fresh n
   where n.occurrence > 0
     and not exists (select from loan_payment r where r.loan_id = n.loan_id and r.reference = n.reference
                        and r.occurrence = 1 - n.occurrence and r.created_at = n.created_at);
  return null;
end $$;

create trigger loan_payment_noted after insert on loan_payment referencing new table as fresh
  for each statement execute function note_payment();
create function note_restructuring() returns trigger language plpgsql as $$
begin
  insert into loan_event (kind, loan_id, of_id) select 'RESTRUCTURED', loan_id, loan_id || '/' || version from fresh;
  return null;
end $$;

create trigger restructuring_noted after insert on restructuring_record referencing new table as fresh
  for each statement execute function note_restructuring();
create function note_write_off() returns trigger language plpgsql as $$
begin
  insert into loan_event (kind, loan_id, of_id) select 'WRITTEN_OFF', loan_id, id::text from fresh;
  return null;
end $$;

create trigger write_off_noted after insert on write_off_record referencing new table as fresh
  for each statement execute function note_write_off();
create function note_reversal() returns trigger language plpgsql as $$
begin
  insert into loan_event (kind, loan_id, of_id)
  select f.kind || '_REVERSED',
         case f.kind when 'RESTRUCTURING' then split_part(f.of_id, '/', 1)::bigint
                     else (select w.loan_id from write_off_record w where w.id::text = f.of_id) end, f.of_id
    from fresh f where f.kind in ('RESTRUCTURING', 'WRITE_OFF');
  return null;
end $$;

create trigger reversal_noted after insert on reversal referencing new table as fresh
  for each statement execute function note_reversal();

-- Running loans of which the lenders have been notified that they are late. Late itself is never stored.
create table late_loan_noted (
  loan_id bigint primary key references loan(id),
  noted_at timestamptz not null default app_now()
);

-- When each version of a schedule was recorded, and when an installment went in or out of force, so that a past day can be
-- told as it stood in the books on that day. Both follow from the table of installments and are kept by it.
create table schedule_version (
  loan_id bigint not null,
  version smallint not null,
  recorded_at timestamptz not null default app_now(),
  primary key (loan_id, version)
);

create trigger schedule_version_append_only before delete or update or truncate on schedule_version
  for each statement execute function refuse_change();
create function keep_schedule_version() returns trigger language plpgsql as $$
begin
  insert into schedule_version (loan_id, version) select distinct loan_id, version from fresh on conflict do nothing;
  return null;
end $$;

create trigger installment_versions after insert on installment referencing new table as fresh
  for each statement execute function keep_schedule_version();

-- When a version of a loan's schedule began to count, and by what.
create table schedule_change (
  loan_id bigint not null,
  no smallint not null,
  recorded_at timestamptz not null default app_now(),
  -- What it was until then. Of several changes in one transaction only the first is kept, since nobody saw the others.
  was_in_force boolean not null,
  -- The day on which an installment that was out of force had been replaced.
  was_superseded_on date,
  primary key (loan_id, no, recorded_at)
);

create trigger schedule_change_append_only before delete or update or truncate on schedule_change
  for each statement execute function refuse_change();
create function keep_schedule_change() returns trigger language plpgsql as $$
begin
  insert into schedule_change (loan_id, no, was_in_force, was_superseded_on)
  values (old.loan_id, old.no, old.superseded_on is null, old.superseded_on)
  on conflict do nothing;
  return null;
end $$;

create trigger installment_changes after update of superseded_on on installment
  for each row when (old.superseded_on is distinct from new.superseded_on) execute function keep_schedule_change();

-- A disbursement or opening that was reversed, as it stood until then.
create table ended_servicing (
  loan_id bigint not null,
  disbursed_on date not null,
  principal bigint not null,
  recorded_at timestamptz not null,
  ended_at timestamptz not null default app_now(),
  primary key (loan_id, ended_at)
);

create trigger ended_servicing_append_only before delete or update or truncate on ended_servicing
  for each statement execute function refuse_change();
create function keep_ended_servicing() returns trigger language plpgsql as $$
begin
  insert into ended_servicing (loan_id, disbursed_on, principal, recorded_at)
  values (old.loan_id, old.disbursed_on, old.principal, old.created_at);
  return null;
end $$;

create trigger loan_servicing_ended after delete on loan_servicing
  for each row execute function keep_ended_servicing();

-- What a supervisor counts by and no term of a loan: as told by the loan file or corrected later.
create table loan_facts (
  loan_id bigint not null references loan(id),
  version smallint not null check (version > 0),
  sector text check (sector ~ '^([A-U]|CONSUMER)$'),
  province text check (province ~ '^ID-[A-Z]{2}$'),
  borrower_kind text check (borrower_kind in ('PERSON', 'COMPANY')),
  borrower_sex text check (borrower_sex in ('F', 'M')),
  borrower_birth_year smallint check (borrower_birth_year between 1900 and 2100),
  kept_at timestamptz not null default app_now(),
  primary key (loan_id, version),
  constraint loan_facts_check check (borrower_kind is distinct from 'COMPANY' or borrower_sex is null
    and borrower_birth_year is null)
);

create trigger loan_facts_append_only before delete or update or truncate on loan_facts
  for each statement execute function refuse_change();

-- Where a borrower wants the money of a loan, as the loan file or an operator said: the newest version counts.
create table loan_account (
  loan_id bigint not null references loan(id),
  version integer not null check (version > 0),
  bank_code text not null check (bank_code ~ '^[0-9]{3}$'),
  -- Encrypted like those of lenders.
  account_number text not null,
  account_holder text not null,
  created_at timestamptz not null default app_clock(),
  primary key (loan_id, version)
);

create trigger loan_account_append_only before delete or update or truncate on loan_account
  for each statement execute function refuse_change_of_account_version();

-- What asks for a vote, and when one passes. The latest version counts for a vote that is called; a vote keeps its own.
create table vote_rule (
  version integer primary key check (version > 0),
  -- Whether new terms need a vote that has passed.
  required boolean not null,
  -- More than this part of the principal must vote; at the second call at least this part.
  quorum_part integer not null check (quorum_part > 0),
  quorum_of integer not null check (quorum_of between 2 and 1000),
  second_part integer not null check (second_part > 0),
  second_of integer not null check (second_of between 2 and 1000),
  -- At least this part of the principal that voted must agree.
  majority_part integer not null check (majority_part > 0),
  majority_of integer not null check (majority_of between 1 and 1000),
  days integer not null check (days between 1 and 90),
  second_days integer not null check (second_days between 1 and 90),
  at timestamptz not null default app_clock(),
  constraint vote_rule_parts check (quorum_part < quorum_of and second_part < second_of and majority_part <= majority_of
    and (2 * majority_part) > majority_of)
);
insert into vote_rule (version, required, quorum_part, quorum_of, second_part, second_of, majority_part, majority_of, days, second_days) values (1, false, 1, 2, 1, 3, 2, 3, 14, 7);

create trigger vote_rule_append_only before delete or update or truncate on vote_rule
  for each statement execute function refuse_change();

-- A vote of the lenders of one loan on exactly one set of terms.
create table loan_vote (
  id uuid primary key,
  loan_id bigint not null references loan(id),
  rule integer not null references vote_rule(version),
  asked_by text not null check (asked_by in ('OPERATOR', 'BORROWER', 'LENDERS')),
  -- The principal of the lenders who asked, in rupiah.
  asked_weight bigint not null default 0 check (asked_weight >= 0),
  reason text not null check (length(reason) between 1 and 500),
  -- The terms.
  agreed_on date not null,
  starts_on date not null,
  interest numeric(7,6) not null,
  interest_type text not null check (interest_type in ('ANNUITY', 'FLAT', 'BULLET')),
  tenor smallint not null check (tenor > 0),
  tenor_period text not null check (tenor_period in ('DAY', 'WEEK', 'MONTH')),
  keep_interest boolean not null,
  -- The balance to which they apply, in rupiah: the version of its schedule, its unpaid installments and the last payment
  -- that was recorded before.
  version smallint not null,
  unpaid smallint[] not null,
  payments_upto bigint not null,
  principal bigint not null check (principal > 0),
  interest_kept bigint not null check (interest_kept >= 0),
  interest_waived bigint not null check (interest_waived >= 0),
  penalty_waived bigint not null check (penalty_waived >= 0),
  -- The borrower's consent to these terms, as the provider keeps it.
  consent_reference text not null,
  consent_provider text not null,
  consent_at timestamptz not null,
  consent_sha256 text not null check (consent_sha256 ~ '^[0-9a-f]{64}$'),
  -- The record day is the day of opening; weights are those of this moment.
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  call smallint not null default 1 check (call in (1, 2)),
  -- How many of two reminders of this call were sent.
  reminded smallint not null default 0 check (reminded between 0 and 2),
  -- The first call, once it has ended below its quorum: when, and the principal that had voted.
  first_ended_at timestamptz,
  first_voted bigint,
  state text not null default 'OPEN',
  -- Why, if it was withdrawn or is void.
  because text check (length(because) between 1 and 200),
  ended_at timestamptz,
  -- The count at its end, in rupiah of principal.
  voted bigint check (voted >= 0),
  agreed bigint check (agreed >= 0),
  -- The version of the schedule that it decided.
  used_version smallint,
  constraint loan_vote_state_check check (state in ('OPEN', 'PASSED', 'REFUSED', 'NO_QUORUM', 'WITHDRAWN', 'VOID', 'LAPSED',
    'USED')),
  constraint loan_vote_time check (ends_at > opened_at),
  constraint loan_vote_second check ((call = 2) = (first_ended_at is not null) and (call = 2) = (first_voted is not null)),
  constraint loan_vote_end check ((state = 'OPEN') = (ended_at is null) and (ended_at is null) = (voted is null)
    and (voted is null) = (agreed is null) and agreed <= voted and voted <= principal),
  constraint loan_vote_used check ((state = 'USED') = (used_version is not null))
);
-- Two votes at once on one loan are refused; one that has passed stands until it is used or lapses.
create unique index loan_vote_standing on loan_vote (loan_id) where state in ('OPEN', 'PASSED');
create index loan_vote_of_loan on loan_vote (loan_id);
create unique index loan_vote_used_once on loan_vote (loan_id, used_version) where used_version is not null;

-- A vote keeps what it is about; it only goes on: to its second call, to its end, to its use.
create function guard_loan_vote() returns trigger language plpgsql as $$
declare
  moving text[] := '{ends_at,call,reminded,first_ended_at,first_voted,state,because,ended_at,voted,agreed,used_version}';
begin
  if tg_op = 'DELETE' or to_jsonb(new) - moving <> to_jsonb(old) - moving
     or (old.state <> 'OPEN' and (old.state <> 'PASSED' or new.state not in ('USED', 'LAPSED', 'WITHDRAWN')
                                  or (new.ended_at, new.voted, new.agreed, new.ends_at, new.call)
                                       is distinct from (old.ended_at, old.voted, old.agreed, old.ends_at, old.call)))
     or (old.state = 'OPEN' and new.state in ('USED', 'LAPSED'))
     or new.call < old.call or (new.call = old.call and new.ends_at <> old.ends_at) then
    raise exception 'a vote keeps what it is about' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger loan_vote_kept before delete or update on loan_vote
  for each row execute function guard_loan_vote();
create trigger loan_vote_not_truncated before truncate on loan_vote
  for each statement execute function refuse_change();

-- Who may vote, and what of the terms is theirs, for each of their fundings in the order of the fundings: unpaid principal,
-- and unpaid interest that is due by the day of the terms. The choice is that of the newest ballot.
create table vote_right (
  vote_id uuid not null references loan_vote(id),
  lender_id bigint not null references lender(id),
  -- The number under which the record lists the lender.
  place integer not null check (place > 0),
  weight bigint not null check (weight > 0),
  principals bigint[] not null,
  interests bigint[] not null,
  ballots smallint not null default 0 check (ballots >= 0),
  agrees boolean,
  primary key (vote_id, lender_id),
  constraint vote_right_choice check ((ballots = 0) = (agrees is null))
) with (fillfactor = 80);
create index vote_right_of_lender on vote_right (lender_id, vote_id);

create function guard_vote_right() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.ballots <> old.ballots + 1
     or to_jsonb(new) - '{ballots,agrees}'::text[] <> to_jsonb(old) - '{ballots,agrees}'::text[] then
    raise exception 'the right to vote keeps its weight' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger vote_right_kept before delete or update on vote_right
  for each row execute function guard_vote_right();
create trigger vote_right_not_truncated before truncate on vote_right
  for each statement execute function refuse_change();

-- How a lender voted on new terms, once.
create table vote_ballot (
  vote_id uuid not null,
  lender_id bigint not null,
  no smallint not null check (no > 0),
  agrees boolean not null,
  at timestamptz not null default app_clock(),
  -- The vote of the heirs of a dead lender: the name of their document in the archive, and its hash.
  heirs_document text,
  heirs_sha256 text check (heirs_sha256 ~ '^[0-9a-f]{64}$'),
  primary key (vote_id, lender_id, no),
  constraint vote_ballot_heirs check ((heirs_document is null) = (heirs_sha256 is null)),
  foreign key (vote_id, lender_id) references vote_right(vote_id, lender_id)
);

create trigger vote_ballot_append_only before delete or update or truncate on vote_ballot
  for each statement execute function refuse_change();

-- The addendum on which is voted, and the record of the end.
create table vote_document (
  id text primary key,
  vote_id uuid not null references loan_vote(id),
  kind text not null check (kind in ('ADDENDUM', 'RECORD')),
  bytes bytea,
  sha256 bytea not null check (length(sha256) = 32),
  created_at timestamptz not null default app_now(),
  unique (vote_id, kind)
);
create index vote_document_outside on vote_document (sha256) where bytes is null;

create trigger vote_document_bytes_kept before update on vote_document
  for each row execute function document_bytes_guard();
create trigger vote_document_append_only before delete or update or truncate on vote_document
  for each statement execute function refuse_document_change();

-- What is sealed of a day, in one place for the verb that closes it and the audit that looks at it again.
create function day_close_hash(before bytea, day date, figures bigint[], late text) returns bytea
  language sql immutable parallel safe as $$ select sha256(coalesce(before, ''::bytea)
               || convert_to(concat_ws('|', (day - date '2000-01-01')::text, array_to_string(figures, ','), late), 'UTF8')) $$;

-- An installment of nothing is complete from the start, so nobody can pay it late: an annuity rounded up may leave such ones
-- at its end. As in 0051 otherwise.
create function was_paid_late(of_loan bigint) returns boolean language sql stable as $$
  select exists (
    select from (
      select counts, through, sum(paid) over (order by day, is_due) as paid_by_then
        from (
          select i.due_date as day, 1 as is_due, 0 as paid,
                 i.superseded_on is null and i.principal + i.interest > 0
                   and i.principal_paid + i.interest_paid = i.principal + i.interest as counts,
                 sum(case when i.superseded_on is null then i.principal + i.interest
                          else i.principal_paid + i.interest_paid end) over (order by i.no) as through
            from installment i where i.loan_id = of_loan
          union all
          select p.paid_on, 0, p.principal + p.interest, false, 0 from loan_payment p where p.loan_id = of_loan
        ) event
    ) event
    where counts and through > paid_by_then)
$$;

create view restructuring as
select t.* from restructuring_record t
 where not exists (select from reversal r where r.kind = 'RESTRUCTURING' and r.of_id = t.loan_id || '/' || t.version);

create view write_off as
select loan_id, written_off_on, principal, interest, reason, created_at, id from write_off_record w
 where not exists (select from reversal r where r.kind = 'WRITE_OFF' and r.of_id = w.id::text);

create view repayment_record_truth as
select s.loan_id, l.borrower_id, n.standing, n.restructured,
       case when s.late_paid and not n.restructured then was_paid_late(s.loan_id) else false end as paid_late,
       case when n.standing = 'RUNNING' then coalesce(due.oldest, 'infinity') else 'infinity' end as oldest_due
  from loan_servicing s
  join loan l on l.id = s.loan_id
  cross join lateral (
    select case when exists (select from write_off w where w.loan_id = s.loan_id) then 'WRITTEN_OFF'
                when s.principal_due = 0 and s.interest_due = 0 then 'REPAID' else 'RUNNING' end as standing,
           exists (select from restructuring r where r.loan_id = s.loan_id) as restructured
  ) n
  left join lateral (
    select min(i.due_date) as oldest from installment i
     where i.loan_id = s.loan_id and n.standing = 'RUNNING' and i.superseded_on is null
       and i.principal_paid + i.interest_paid < i.principal + i.interest
  ) due on true;

create function refresh_repayment_record(loans bigint[]) returns void language sql as $$
  insert into repayment_record as kept (loan_id, borrower_id, standing, restructured, paid_late, oldest_due)
  select loan_id, borrower_id, standing, restructured, paid_late, oldest_due from repayment_record_truth
   where loan_id = any(loans) order by loan_id
      on conflict (loan_id) do update
     set standing = excluded.standing, restructured = excluded.restructured, paid_late = excluded.paid_late,
         oldest_due = excluded.oldest_due
   where (kept.standing, kept.restructured, kept.paid_late, kept.oldest_due)
           is distinct from (excluded.standing, excluded.restructured, excluded.paid_late, excluded.oldest_due)
$$;

create function tax_article_of(status text) returns smallint language sql immutable parallel safe as $$
  select (case when status in ('FOREIGN', 'TREATY') then 26 else 23 end)::smallint
$$;

-- How a lender was taxed at a time, by the versions of the status.
create function taxed_as(of_lender bigint, at timestamptz, OUT article smallint, OUT rate_ppm integer) returns record
  language sql stable as $$
  select tax_article_of(v.status), v.rate_ppm from lender_tax_status v
   where v.lender_id = of_lender order by (v.kept_at <= at) desc, case when v.kept_at <= at then v.version else -v.version end desc
   limit 1
$$;

-- The month in which something was recorded, in Jakarta: the tax period.
create function tax_period_of(at timestamptz) returns date language sql stable parallel safe as $$
  select date_trunc('month', business_day(at))::date
$$;

-- Every disbursement and opening up to a day as known before an instant; `opened` where another system paid the loan out.
create function services_known(of_day date, known_before timestamptz) returns table (loan_id bigint, disbursed_on date,
  principal bigint, opened boolean)
  language sql stable as $$
  select s.loan_id, s.disbursed_on, s.principal,
         exists (select from loan_take_over_record t where t.loan_id = s.loan_id and t.as_of is not null and t.created_at < known_before
                    and not exists (select from reversal r where r.kind = 'TAKE_OVER' and r.of_id = t.loan_id || '/' || t.occurrence
                                       and r.created_at < known_before))
    from (
      select n.loan_id, n.disbursed_on, n.principal, n.created_at, 'infinity'::timestamptz as ended_at from loan_servicing n
      union all
      select e.loan_id, e.disbursed_on, e.principal, e.recorded_at, e.ended_at from ended_servicing e
    ) s
   where s.disbursed_on <= of_day and s.created_at < known_before
     and s.ended_at >= known_before
$$;

-- Every write-off up to a day as known before an instant.
create function write_offs_known(of_day date, known_before timestamptz) returns table (loan_id bigint, written_off_on date,
  principal bigint, created_at timestamptz)
  language sql stable as $$
  select w.loan_id, w.written_off_on, w.principal, w.created_at from write_off_record w
   where w.written_off_on <= of_day and w.created_at < known_before
     and not exists (select from reversal r where r.kind = 'WRITE_OFF' and r.of_id = w.id::text and r.created_at < known_before)
$$;

-- Every loan with unpaid principal at the end of a day, as known before an instant ('infinity': as known now), and the due
-- date of its oldest unpaid installment. Records count that were made before the instant with a value date up to the day:
-- payments towards the installments in force on it, oldest first; a replaced installment counts with what was paid on it.
create function loans_known(of_day date, known_before timestamptz) returns table (loan_id bigint, borrower_id bigint,
  outstanding bigint, oldest_due date)
  language sql stable as $$
  with service as materialized (
    select * from services_known(of_day, known_before)
  ), payment as materialized (
    select p.id, p.loan_id, p.principal, p.interest from loan_payment p
     where p.paid_on <= of_day and p.created_at < known_before
  ), paid as materialized (
    select p.loan_id, sum(p.principal)::bigint as principal, sum(p.principal + p.interest)::bigint as pool
      from payment p group by p.loan_id
  ), changed as materialized (
    select distinct on (c.loan_id, c.no) c.loan_id, c.no, c.was_in_force, c.was_superseded_on
      from schedule_change c where c.recorded_at >= known_before order by c.loan_id, c.no, c.recorded_at
  ), line as materialized (
    select i.loan_id, i.no, i.due_date, i.principal + i.interest as due,
           case when c.loan_id is null then i.superseded_on
                when not c.was_in_force then coalesce(c.was_superseded_on, '-infinity') end as superseded_on
      from service s join installment i on i.loan_id = s.loan_id
      join schedule_version v on v.loan_id = i.loan_id and v.version = i.version and v.recorded_at < known_before
      left join changed c on c.loan_id = i.loan_id and c.no = i.no
  ), replaced as materialized (
    select l.loan_id, l.no, sum(r.principal + r.interest)::bigint as paid
      from line l join payment p on p.loan_id = l.loan_id join lender_repayment r on r.payment_id = p.id and r.no = l.no
     where l.superseded_on <= of_day group by l.loan_id, l.no
  ), asked as (
    select l.loan_id, l.due_date, coalesce(l.superseded_on > of_day, true) as in_force,
           sum(case when l.superseded_on <= of_day then coalesce(r.paid, 0) else l.due end)
             over (partition by l.loan_id order by l.no) as through
      from line l left join replaced r on r.loan_id = l.loan_id and r.no = l.no
  ), late as (
    select a.loan_id, min(a.due_date) as oldest_due from asked a left join paid p on p.loan_id = a.loan_id
     where a.in_force and a.due_date < of_day and a.through > coalesce(p.pool, 0) group by a.loan_id
  )
  select s.loan_id, l.borrower_id, s.principal - coalesce(paid.principal, 0), late.oldest_due
    from service s join loan l on l.id = s.loan_id
    left join paid on paid.loan_id = s.loan_id left join late on late.loan_id = s.loan_id
   where s.principal - coalesce(paid.principal, 0) > 0
     and not exists (select from write_offs_known(of_day, known_before) w where w.loan_id = s.loan_id)
$$;

-- The rule in force. It waits for a change of the rule that is being made, and the change for those who read before: each
-- statement of a volatile function sees what was committed before it.
create function vote_rule_in_force() returns setof vote_rule language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('vote_rule'));
  return query select * from vote_rule order by version desc limit 1;
end $$;

-- Payments that were not taken back.
create view standing_payment as
select p.* from loan_payment p
 where p.reverses is null and not exists (select from loan_payment r where r.reverses = p.id);

-- Loans that are offered by themselves, as they stand in the books now.
create view listing_truth as
select p.loan_id, listing_kind_of(p.loan_type_id, w.grade, w.period, p.tenor, w.interest) as kind, p.loan_type_id, w.grade,
       w.period, p.tenor, w.interest, p.total - p.funded - p.reserved as remaining, p.offer_from, p.offer_until,
       p.listed and business_day(app_now()) between p.offer_from and p.offer_until as counted,
       (p.offer_until - date '2000-01-01')::bigint as by_ending, -w.interest::bigint as by_interest,
       (p.tenor * (array[1, 7, 30])[w.period])::bigint as by_tenor,
       -((p.funded + p.reserved)::numeric * 1000000 / p.total)::bigint as by_filled
  from loan_position p join loan l on l.id = p.loan_id
  cross join lateral (
    select coalesce(l.grade, '-') as grade, (l.interest * 1000000)::int as interest,
           (case l.tenor_period when 'DAY' then 1 when 'WEEK' then 2 else 3 end)::smallint as period
  ) w
 where p.status = 'OFFERED' and p.alone;

create view loan_take_over as
select t.* from loan_take_over_record t
 where not exists (select from reversal r where r.kind = 'TAKE_OVER' and r.of_id = t.loan_id || '/' || t.occurrence);

-- What the application may not do, and where functions look.
do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete on borrower_rename, day_close, day_close_late, funding_schedule, lender_repayment, loan_account,
      loan_facts, loan_payment, loan_take_over_record, loan_terms, loan_vote, offer_end, offer_rule, restructuring,
      restructuring_record, schedule_change, schedule_version, vote_ballot, vote_document, vote_right, vote_rule, write_off,
      write_off_record from pematang_app;
    revoke delete on bulk_product, funding_balance, installment, loan_servicing from pematang_app;
    revoke insert, update, delete on ended_servicing, loan_take_over, standing_payment from pematang_app;
    grant update (ends_at, call, reminded, first_ended_at, first_voted, state, because, ended_at, voted, agreed,
      used_version) on loan_vote to pematang_app;
    grant update (ballots, agrees) on vote_right to pematang_app;
  end if;
end $$;
