-- Days late, day closes, restructuring, write-off.

-- Installments that still ask for something, by due date: those before today are what is late.
create index installment_open on installment (due_date, loan_id)
  where superseded_on is null and principal_paid + interest_paid < principal + interest;
create index installment_superseded on installment (superseded_on) where superseded_on is not null;

-- What became known with a later value date than a day that is looked back at.
create index loan_payment_by_day on loan_payment (paid_on);

-- A loan that the platform no longer counts as outstanding. What is recovered later goes to its lenders all the same.
create table write_off (
  loan_id bigint primary key references loan (id),
  written_off_on date not null,
  -- Unpaid on that day, in rupiah.
  principal bigint not null check (principal > 0),
  interest bigint not null check (interest >= 0),
  reason text not null,
  created_at timestamptz not null default app_now()
);
create trigger write_off_append_only before update or delete or truncate on write_off
  for each statement execute function refuse_change();

-- New terms that both parties agreed on, and the version of the schedule that they made.
create table restructuring (
  loan_id bigint not null references loan (id),
  version smallint not null check (version > 1),
  agreed_on date not null,
  interest numeric(7, 6) not null check (interest between 0 and 1),
  interest_type text not null check (interest_type in ('ANNUITY', 'FLAT', 'BULLET')),
  tenor smallint not null check (tenor between 1 and 360),
  tenor_period text not null check (tenor_period in ('DAY', 'WEEK', 'MONTH')),
  -- From when interest under the new terms runs.
  starts_on date not null,
  -- Unpaid on that day, in rupiah: the principal goes on under the new terms.
  principal bigint not null check (principal > 0),
  -- Interest that had fallen due and was not paid: kept, it falls due with the first new installment.
  interest_kept bigint not null check (interest_kept >= 0),
  interest_waived bigint not null check (interest_waived >= 0),
  -- The signed agreement of both parties, as the operator's archive names it.
  agreement_reference text not null,
  agreement_sha256 bytea not null check (length(agreement_sha256) = 32),
  created_at timestamptz not null default app_now(),
  primary key (loan_id, version)
);
create trigger restructuring_append_only before update or delete or truncate on restructuring
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
  constraint day_close_parts
    check (total = lancar + dalam_perhatian_khusus + kurang_lancar + diragukan + macet)
);
create trigger day_close_append_only before update or delete or truncate on day_close
  for each statement execute function refuse_change();

-- The loans behind the figures of a closed day that were late, or had a borrower who was.
create table day_close_late (
  date date not null references day_close (date),
  loan_id bigint not null,
  days_late integer not null check (days_late >= 0),
  -- By which its quality goes: its own days, or the most of any loan of its borrower.
  quality_days integer not null check (quality_days > 0 and quality_days >= days_late),
  outstanding bigint not null check (outstanding > 0),
  primary key (date, loan_id)
);
create trigger day_close_late_append_only before update or delete or truncate on day_close_late
  for each statement execute function refuse_change();

-- What is sealed of a day, in one place for the verb that closes it and the audit that looks at it again.
create function day_close_hash(before bytea, day date, figures bigint[], late text) returns bytea
  language sql immutable parallel safe
  as $$ select sha256(coalesce(before, ''::bytea)
               || convert_to(concat_ws('|', (day - date '2000-01-01')::text, array_to_string(figures, ','), late), 'UTF8')) $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on write_off, restructuring, day_close, day_close_late from pematang_app;
  end if;
end $$;
