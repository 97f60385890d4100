-- Cash: what banks report and pay.

-- Every payment that a bank told us of, as it was first told. What is told again is compared with this.
create table bank_payment (
  bank text not null,
  payment_request_id text not null,
  -- Names the payment in the ledger, and is the id of its top-up.
  id uuid not null unique,
  -- As it was told, with the spaces.
  number text,
  amount bigint not null check (amount > 0),
  reference_no text,
  -- The bank's own time of it, as it was told.
  transacted_at text,
  -- Whose number it was; null where it was nobody's, and the money is in suspense.
  lender_id bigint references lender(id),
  told_at timestamptz not null default app_now(),
  told_by text not null default 'BANK' check (told_by in ('BANK', 'OPERATOR', 'STATEMENT')),
  -- The reversed payment in whose place this one stands. Only one does.
  replaces uuid unique references bank_payment(id),
  primary key (bank, payment_request_id),
  constraint bank_payment_told check (told_by <> 'BANK' or number is not null)
);
create index bank_payment_told on bank_payment (bank, told_at);

create trigger bank_payment_append_only before delete or update or truncate on bank_payment
  for each statement execute function refuse_change();

-- What a bank has told us came in. The same payment is credited once (I12).
create table top_up (
  bank text not null,
  payment_request_id text not null,
  lender_id bigint not null,
  id uuid not null unique,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default app_now(),
  primary key (bank, payment_request_id),
  -- Nobody is credited for a payment that is not in the list.
  constraint top_up_payment foreign key (id) references bank_payment(id)
);
create index top_up_lender on top_up (lender_id, created_at desc);

create trigger top_up_append_only before delete or update or truncate on top_up
  for each statement execute function refuse_change();

-- Tokens that we gave to banks (SNAP service 73). Only the SHA-256 is kept: who reads this table can use none of them.
create table bank_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  client_key text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
create index bank_token_age on bank_token (expires_at);

-- X-EXTERNAL-ID of each call that a bank made: once a day.
create table bank_external_id (
  bank text not null,
  day date not null,
  external_id text not null,
  -- The call that took it, so that a call finds its own after an unknown end.
  taken_by uuid not null,
  primary key (bank, day, external_id)
);

-- A line of a bank's list.
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
  -- The bank's own words on a line.
  remark text,
  constraint bank_line_once unique nulls not distinct (method_payment, at, type, amount, reference, bank_reference,
    payment_request_id, number, occurrence)
);
create index bank_line_withdrawal on bank_line (withdrawal_id) where withdrawal_id is not null;
create index bank_line_payment on bank_line (method_payment, payment_request_id) where payment_request_id is not null;
create index bank_line_reference on bank_line (upper(btrim(bank_reference) collate "C")) where bank_reference is not null;

create trigger bank_line_append_only before delete or update of id, method_payment, type, amount, at, reference,
  withdrawal_id, bank_reference, payment_request_id, number, occurrence, listed_at or truncate on bank_line
  for each statement execute function refuse_change();

-- Money that came in for nobody, until an operator finds whose it is.
create table bank_suspense (
  payment_id uuid primary key references bank_payment(id),
  reason text not null,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  -- To whom it was given in the end.
  lender_id bigint references lender(id),
  note text,
  -- Money ends its waiting with its lender, or sent back at the bank: under this reference of the bank's.
  return_reference text,
  -- Whose it is by the operator's word, who is credited when the bank confirms it.
  intended_for bigint references lender(id),
  -- The line of the bank's statement that confirmed it, where no notice did.
  line_id uuid references bank_line(id),
  -- What took back the operator's word: the money never came.
  reversal_id uuid references reversal(id),
  constraint bank_suspense_reason_check check (reason in ('NUMBER_UNKNOWN', 'NUMBER_OF_OTHER_BANK', 'ABOVE_CEILING',
    'BALANCE_LIMIT', 'CONFLICT', 'REVERSED', 'UNCONFIRMED')),
  constraint bank_suspense_intended check ((reason = 'UNCONFIRMED') = (intended_for is not null)),
  constraint bank_suspense_end check ((ended_at is null) = (num_nonnulls(lender_id, return_reference, reversal_id) = 0)
    and num_nonnulls(lender_id, return_reference, reversal_id) <= 1 and (reversal_id is null or reason = 'UNCONFIRMED'))
);
create index bank_suspense_open on bank_suspense (created_at) where ended_at is null;

-- Payments that were told again with another amount or number: refused, credited nothing, reported here.
create table bank_conflict (
  id uuid primary key,
  bank text not null,
  payment_request_id text not null,
  number text not null,
  amount bigint not null,
  external_id text not null,
  told_at timestamptz not null default app_now(),
  -- Which payment a notice contradicted. What is older has the same id of the bank as its payment.
  payment_id uuid references bank_payment(id),
  reference_no text,
  transacted_at text
);
create index bank_conflict_payment on bank_conflict (bank, payment_request_id);

create trigger bank_conflict_append_only before delete or update or truncate on bank_conflict
  for each statement execute function refuse_change();

-- Cash sent to a lender's bank account: HELD, SENT, PAID or RETURNED.
create table withdrawal (
  lender_id bigint not null references lender(id),
  -- Without its dashes it is the partnerReferenceNo by which the bank knows the transfer; also the id of its hold.
  id uuid not null unique,
  -- HELD: the money waits here. SENT: the bank has or had the order, and is only asked for it from then on.
  state text not null default 'HELD' check (state in ('HELD', 'SENT', 'PAID', 'RETURNED')),
  -- What the lender asked for, what the bank sends, and what it costs; the fee is on top or inside.
  asked bigint not null check (asked > 0),
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
  constraint withdrawal_fee check (asked = amount or asked = (amount + fee)),
  constraint withdrawal_end check ((state in ('PAID', 'RETURNED')) = (ended_at is not null)),
  constraint withdrawal_sent check ((state <> 'HELD' or sent_at is null) and ((state not in ('SENT', 'PAID'))
    or sent_at is not null)),
  constraint withdrawal_why check ((state = 'RETURNED') = (end_reason is not null)),
  foreign key (lender_id, account_version) references lender_bank_account_version(lender_id, version)
) with (fillfactor = 70);
create index withdrawal_lender on withdrawal (lender_id, created_at desc);
create index withdrawal_under_way on withdrawal (lender_id) where ended_at is null;
create index withdrawal_sent_at on withdrawal (method_payment, sent_at);
create index withdrawal_paid_on on withdrawal (method_payment, ended_at) where sent_at is not null;

create trigger withdrawal_kept before update on withdrawal
  for each row when (new.lender_id is distinct from old.lender_id or new.id is distinct from old.id
    or new.asked is distinct from old.asked or new.amount is distinct from old.amount or new.fee is distinct from old.fee
    or new.method_payment is distinct from old.method_payment or new.account_version is distinct from old.account_version)
    execute function refuse_new_terms();
create trigger withdrawal_not_deleted before delete or truncate on withdrawal
  for each statement execute function refuse_change();

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

-- What a bank's payment is known by: its paymentRequestId and its reference number, in capitals and without spaces
-- around them. Of two payments of a bank with one reference number the first has it.
create table bank_payment_name (
  bank text not null,
  name text not null,
  payment_id uuid not null references bank_payment(id),
  primary key (bank, name)
);
create index bank_payment_name_payment on bank_payment_name (payment_id);

create trigger bank_payment_name_append_only before delete or update or truncate on bank_payment_name
  for each statement execute function refuse_change();

-- The bank's first notice of a payment that was reported before by somebody else; it credited nothing.
create table bank_payment_notice (
  payment_id uuid primary key references bank_payment(id),
  bank text not null,
  payment_request_id text not null,
  number text not null,
  reference_no text,
  transacted_at text,
  told_at timestamptz not null default app_now(),
  constraint bank_payment_notice_once unique (bank, payment_request_id)
);

create trigger bank_payment_notice_append_only before delete or update or truncate on bank_payment_notice
  for each statement execute function refuse_change();

-- What a line without a name of ours is about, by an operator's word.
create table bank_line_match_record (
  line_id uuid not null,
  withdrawal_id uuid,
  payment_request_id text,
  note text not null,
  created_at timestamptz not null default app_now(),
  id uuid primary key default gen_random_uuid(),
  -- Which it is of the matches of its line: what is matched by itself is so only as the first.
  occurrence integer not null default 1 check (occurrence > 0),
  constraint bank_line_match_once unique (line_id, occurrence),
  constraint bank_line_match_one check ((withdrawal_id is null) <> (payment_request_id is null)),
  constraint bank_line_match_line_id_fkey foreign key (line_id) references bank_line(id),
  constraint bank_line_match_withdrawal_id_fkey foreign key (withdrawal_id) references withdrawal(id)
);
create index bank_line_match_withdrawal on bank_line_match_record (withdrawal_id) where withdrawal_id is not null;
create index bank_line_match_payment on bank_line_match_record (payment_request_id) where payment_request_id is not null;

create trigger bank_line_match_record_append_only before delete or update or truncate on bank_line_match_record
  for each statement execute function refuse_change();

-- What a bank gave back of a withdrawal that it had paid, and the lender has again: one for each line of its list.
create table withdrawal_return_record (
  lender_id bigint not null,
  -- Names it in the ledger.
  id uuid not null,
  withdrawal_id uuid not null,
  line_id uuid not null,
  amount bigint not null,
  -- What came back of the fee.
  fee bigint not null,
  note text not null,
  created_at timestamptz not null default app_now(),
  occurrence integer not null default 1 check (occurrence > 0),
  constraint withdrawal_return_pkey primary key (lender_id, id),
  constraint withdrawal_return_id_key unique (id),
  constraint withdrawal_return_once unique (line_id, occurrence),
  constraint withdrawal_return_amount_check check (amount > 0),
  constraint withdrawal_return_fee_check check (fee >= 0),
  constraint withdrawal_return_lender_id_fkey foreign key (lender_id) references lender(id),
  constraint withdrawal_return_withdrawal_id_fkey foreign key (withdrawal_id) references withdrawal(id),
  constraint withdrawal_return_line_id_fkey foreign key (line_id) references bank_line(id)
);
create index withdrawal_return_of on withdrawal_return_record (withdrawal_id);

create trigger withdrawal_return_record_append_only before delete or update or truncate on withdrawal_return_record
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

create trigger bank_balance_append_only before delete or update or truncate on bank_balance
  for each statement execute function refuse_change();

-- How a conflict was cleared up with the bank: what was reported first is right, or it was a payment of its own.
create table bank_conflict_end (
  conflict_id uuid primary key references bank_conflict(id),
  outcome text not null check (outcome in ('FIRST_STANDS', 'SEPARATE')),
  -- The payment of its own.
  payment_id uuid unique references bank_payment(id),
  note text not null,
  ended_at timestamptz not null default app_now(),
  constraint bank_conflict_end_payment check ((outcome = 'SEPARATE') = (payment_id is not null))
);

create trigger bank_conflict_end_append_only before delete or update or truncate on bank_conflict_end
  for each statement execute function refuse_change();

-- Money that left a clearing account for where it belongs: a borrower's excess to the borrower, withheld tax to the state,
-- fees to the platform and to the bank.
create table payout (
  id uuid primary key,
  account_kind text not null,
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
  tax_period date check (extract(day from tax_period) = 1::numeric),
  tax_credit bigint not null default 0 check (tax_credit >= 0),
  unique (account_kind, reference, occurrence),
  constraint payout_tax check ((account_kind = 'TAX_PAYABLE') = (tax_period is not null) and (tax_credit = 0
    or tax_period is not null)),
  constraint payout_account_kind_check check (account_kind in ('BORROWER_EXCESS', 'TAX_PAYABLE', 'PLATFORM_FEE',
    'TRANSFER_FEE', 'PLATFORM_CASH'))
);
create index payout_of_account on payout (account_kind, owner_id);
create index payout_name on payout (upper(btrim(reference) collate "C"));

create trigger payout_append_only before delete or update or truncate on payout
  for each statement execute function refuse_change();

-- What a bank has paid although the withdrawal had been returned, and the lender was charged for: the withdrawal is paid
-- after all, once, by a line of the bank's list.
create table withdrawal_charge_record (
  lender_id bigint not null,
  withdrawal_id uuid not null,
  line_id uuid not null,
  note text not null,
  created_at timestamptz not null default app_now(),
  id uuid primary key default gen_random_uuid(),
  occurrence integer not null default 1 check (occurrence > 0),
  constraint withdrawal_charge_once unique (withdrawal_id, occurrence),
  constraint withdrawal_charge_lender_id_fkey foreign key (lender_id) references lender(id),
  constraint withdrawal_charge_withdrawal_id_fkey foreign key (withdrawal_id) references withdrawal(id),
  constraint withdrawal_charge_line_id_fkey foreign key (line_id) references bank_line(id)
);
create index withdrawal_charge_line on withdrawal_charge_record (line_id);

create trigger withdrawal_charge_record_append_only before delete or update or truncate on withdrawal_charge_record
  for each statement execute function refuse_change();

-- Gross interest and the tax withheld from it, of repayments that were recorded in a month, less those that were reversed in
-- it. Always recomputable.
create table lender_tax_month (
  lender_id bigint not null,
  period date not null check (extract(day from period) = 1::numeric),
  article smallint not null check (article in (23, 26)),
  rate_ppm integer not null check (rate_ppm between 0 and 1000000),
  interest bigint not null,
  tax bigint not null,
  -- Tax is withheld so that a month of a lender is the rate on all interest of the month, rounded down once, whatever the
  -- installments. Months of before were rounded down for each installment and stay so.
  rounded_each boolean not null default false,
  primary key (lender_id, period, article, rate_ppm)
) with (fillfactor = 70);
create index lender_tax_month_of_period on lender_tax_month (period);

-- As before. `coalesce` asks how a lender was taxed only for payments that do not say it; a join asked for each.
create function tax_withheld() returns trigger language plpgsql as $$
begin
  insert into lender_tax_month as m (lender_id, period, article, rate_ppm, interest, tax)
  select r.lender_id, tax_period_of(p.created_at),
         coalesce(r.tax_article, (taxed_as(r.lender_id, coalesce(negated.created_at, p.created_at))).article),
         coalesce(r.tax_rate_ppm, (taxed_as(r.lender_id, coalesce(negated.created_at, p.created_at))).rate_ppm),
         sum(r.interest), sum(r.tax)
    from received r join loan_payment p on p.id = r.payment_id
    left join loan_payment negated on negated.id = p.reverses
   where r.interest <> 0
   group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (lender_id, period, article, rate_ppm) do update
     set interest = m.interest + excluded.interest, tax = m.tax + excluded.tax;
  return null;
end $$;

create trigger lender_repayment_tax after insert on lender_repayment referencing new table as received
  for each statement execute function tax_withheld();

-- The official slips for what was withheld of a lender in a month by a kind and rate: their numbers in the tax office's own
-- system. The newest version counts; one without a number takes the slip back.
create table tax_slip (
  lender_id bigint not null references lender(id),
  period date not null check (extract(day from period) = 1::numeric),
  article smallint not null check (article in (23, 26)),
  rate_ppm integer not null check (rate_ppm between 0 and 1000000),
  version integer not null check (version > 0),
  number text check (number ~ '^[A-Z0-9/.-]{4,40}$'),
  issued_on date,
  interest bigint not null check (interest > 0),
  tax bigint not null check (tax >= 0),
  -- Why there is another version; null for the first.
  reason text check (length(reason) between 1 and 200),
  kept_by text not null check (length(kept_by) between 1 and 100),
  kept_at timestamptz not null default app_now(),
  primary key (lender_id, period, article, rate_ppm, version),
  constraint tax_slip_whole check ((number is null) = (issued_on is null)),
  constraint tax_slip_reason check ((version = 1) = (reason is null))
);
create index tax_slip_number on tax_slip (number);

create trigger tax_slip_append_only before delete or update or truncate on tax_slip
  for each statement execute function refuse_change();

-- Whether the slips of a year are closed; the newest version counts.
create table tax_year (
  year smallint not null check (year between 2000 and 2100),
  version integer not null check (version > 0),
  closed boolean not null,
  reason text not null check (length(reason) between 1 and 200),
  kept_by text not null check (length(kept_by) between 1 and 100),
  kept_at timestamptz not null default app_now(),
  primary key (year, version)
);

create trigger tax_year_append_only before delete or update or truncate on tax_year
  for each statement execute function refuse_change();

-- What an operator had credited before the bank confirmed it, and why.
create table top_up_without_line (
  payment_id uuid primary key references bank_payment(id),
  reason text not null check (length(reason) between 1 and 200),
  created_at timestamptz not null default app_now()
);

create trigger top_up_without_line_append_only before delete or update or truncate on top_up_without_line
  for each statement execute function refuse_change();

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

create trigger bank_balance_check_append_only before delete or update or truncate on bank_balance_check
  for each statement execute function refuse_change();

-- Of which recorded movement a line is, by its name, where the bank's reference does not say so; each can be taken back.
create table bank_line_transfer (
  id uuid primary key default gen_random_uuid(),
  line_id uuid not null references bank_line(id),
  name text not null check (name = upper(btrim(name) collate "C") and length(name) between 1 and 100),
  note text not null,
  created_at timestamptz not null default app_now(),
  taken_back_at timestamptz,
  taken_back_note text,
  constraint bank_line_transfer_end check ((taken_back_at is null) = (taken_back_note is null))
);
create unique index bank_line_transfer_one on bank_line_transfer (line_id) where taken_back_at is null;
create index bank_line_transfer_name on bank_line_transfer (name) where taken_back_at is null;

create trigger bank_line_transfer_kept before delete or update of id, line_id, name, note, created_at or truncate
  on bank_line_transfer
  for each statement execute function refuse_change();

-- What a borrower paid that fits no loan: it waits, by the line of the bank that brought it, until it is assigned to loans
-- or sent back. Each of the three can be taken back once.
create table borrower_payment (
  -- Also the reference of its transfers.
  id uuid primary key,
  line_id uuid not null references bank_line(id),
  method_payment smallint not null check (method_payment in (1, 2)),
  amount bigint not null check (amount > 0),
  -- The bank's value date.
  paid_on date not null,
  -- The name of the bank's transfer, under which its repayments are recorded.
  name text not null check (name = upper(btrim(name) collate "C") and length(name) between 1 and 100),
  note text not null,
  created_at timestamptz not null default app_now()
);
create index borrower_payment_line on borrower_payment (line_id);
create index borrower_payment_name on borrower_payment (name);

create trigger borrower_payment_append_only before delete or update or truncate on borrower_payment
  for each statement execute function refuse_change();

-- How it ended: assigned to loans, with a repayment for each, or sent back under a reference.
create table borrower_payment_end (
  id uuid primary key,
  borrower_payment_id uuid not null references borrower_payment(id),
  return_reference text check (length(return_reference) between 1 and 100),
  note text not null,
  created_at timestamptz not null default app_now()
);
create index borrower_payment_end_of on borrower_payment_end (borrower_payment_id);
create index borrower_payment_end_name on borrower_payment_end (upper(btrim(return_reference) collate "C"))
  where return_reference is not null;

create trigger borrower_payment_end_append_only before delete or update or truncate on borrower_payment_end
  for each statement execute function refuse_change();

-- Which loans one transfer of a borrower paid, and how much of each.
create table borrower_payment_part (
  end_id uuid not null references borrower_payment_end(id),
  payment_id uuid not null unique references loan_payment(id),
  primary key (end_id, payment_id)
);

create trigger borrower_payment_part_append_only before delete or update or truncate on borrower_payment_part
  for each statement execute function refuse_change();

-- What was settled by an operator's word that a line is its transfer.
create table withdrawal_settlement_record (
  id uuid primary key default gen_random_uuid(),
  lender_id bigint not null references lender(id),
  withdrawal_id uuid not null references withdrawal(id),
  line_id uuid not null references bank_line(id),
  note text not null,
  created_at timestamptz not null default app_now(),
  occurrence integer not null default 1 check (occurrence > 0),
  constraint withdrawal_settlement_once unique (withdrawal_id, occurrence)
);
create index withdrawal_settlement_line on withdrawal_settlement_record (line_id);

create trigger withdrawal_settlement_record_append_only before delete or update or truncate on withdrawal_settlement_record
  for each statement execute function refuse_change();

-- Cash that lenders had at the former system: what was theirs at a bank at the end of a day. It is entered once, needs no line
-- of the bank, and is taken back once by a reversal; `occurrence` counts what was entered again after that.
create table cash_opening (
  id uuid primary key,
  lender_id bigint not null references lender(id),
  method_payment smallint not null check (method_payment in (1, 2)),
  amount bigint not null check (amount > 0),
  -- The day at whose end the former system said so; the entry is of the day on which it was made.
  as_of date not null,
  occurrence integer not null check (occurrence > 0),
  created_at timestamptz not null default app_now(),
  constraint cash_opening_once unique (lender_id, method_payment, occurrence)
);

create trigger cash_opening_append_only before delete or update or truncate on cash_opening
  for each statement execute function refuse_change();

-- What was at a bank beyond the lenders' cash when that was taken over: fees, tax and other money of the platform. The balance
-- is what the bank stated for the end of the day, and `lenders` what had been taken over of lenders at that bank. It is entered
-- once, and taken back once by a reversal; `occurrence` counts what was entered again after that.
create table bank_opening (
  id uuid primary key,
  method_payment smallint not null check (method_payment in (1, 2)),
  balance bigint not null,
  lenders bigint not null check (lenders >= 0),
  amount bigint not null generated always as (balance - lenders) stored,
  as_of date not null,
  occurrence integer not null check (occurrence > 0),
  created_at timestamptz not null default app_now(),
  constraint bank_opening_once unique (method_payment, occurrence),
  constraint bank_opening_check check (balance > lenders)
);

create trigger bank_opening_append_only before delete or update or truncate on bank_opening
  for each statement execute function refuse_change();

-- Withdrawals that an operator orders: idle cash that goes back to the registered account, and cash of a dead lender that goes to
-- their heirs. Each is by a document, which keeps its content by its hash: another content under its name is refused.
create table supporting_document (
  name text primary key check (name <> ''),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  named_at timestamptz not null default app_now()
);

create trigger supporting_document_append_only before delete or update or truncate on supporting_document
  for each statement execute function refuse_change();

-- The heirs of a dead lender by a certificate of inheritance; it can be taken back, and recorded again as another.
create table estate_record (
  lender_id bigint not null references lender(id),
  id uuid primary key,
  -- The share of each heir, as a part of the sum of all; the first one is of heir 1.
  parts integer[] not null check (cardinality(parts) between 1 and 50 and (0 < all (parts))),
  document text not null references supporting_document(name),
  reason text not null,
  recorded_at timestamptz not null default app_now(),
  occurrence integer not null check (occurrence > 0),
  constraint estate_once unique (lender_id, occurrence),
  constraint estate_of_lender unique (lender_id, id)
);

alter table lender_bank_account_version add constraint lender_bank_account_version_estate foreign key (lender_id, estate_id)
  references estate_record(lender_id, id);

create trigger estate_record_append_only before delete or update or truncate on estate_record
  for each statement execute function refuse_change();

-- A withdrawal that an operator ordered, by a document.
create table ordered_withdrawal (
  withdrawal_id uuid primary key references withdrawal(id),
  -- The command that ordered it, perhaps together with others.
  order_id uuid not null,
  lender_id bigint not null references lender(id),
  document text not null references supporting_document(name),
  -- Null for idle cash.
  estate_id uuid,
  heir integer,
  -- What there was to return; or to divide among the heirs, with what had gone to them, and what of that was this heir's.
  basis bigint not null check (basis > 0),
  gone bigint not null default 0 check (gone >= 0),
  created_at timestamptz not null default app_now(),
  constraint ordered_withdrawal_heir check ((estate_id is null) = (heir is null)),
  foreign key (lender_id, estate_id) references estate_record(lender_id, id)
);
create index ordered_withdrawal_estate on ordered_withdrawal (estate_id, heir) where estate_id is not null;

create trigger ordered_withdrawal_append_only before delete or update or truncate on ordered_withdrawal
  for each statement execute function refuse_change();

-- Orders of one payment file.
create table disbursement_file (
  id uuid primary key,
  -- The bank that pays: 1 is BNI, 2 the other one.
  method_payment smallint not null check (method_payment in (1, 2)),
  orders integer not null check (orders > 0),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default app_clock()
);

create trigger disbursement_file_append_only before delete or update or truncate on disbursement_file
  for each statement execute function refuse_change();

-- What a bank is to pay to a borrower. The loan is disbursed by the line of the bank's statement, and by nothing else of this.
create table disbursement_order (
  -- Without its dashes it is the reference by which the bank knows the payment.
  id uuid primary key,
  loan_id bigint not null references loan(id),
  account_version integer not null,
  amount bigint not null check (amount > 0),
  method_payment smallint not null check (method_payment in (1, 2)),
  -- The file that lists it; null for a transfer by the bank's interface, which has a network.
  file_id uuid references disbursement_file(id),
  transfer_type text check (transfer_type in ('INTERBANK', 'IM')),
  -- ORDERED: no bank has it. SENT: the bank has or had it. PAID: the bank answers so. COMPLETED: its statement lists it, and
  -- the loan is disbursed. RETURNED: the bank did not pay it, or gave it back.
  state text not null check (state in ('ORDERED', 'SENT', 'PAID', 'COMPLETED', 'RETURNED')),
  created_at timestamptz not null default app_clock(),
  sent_at timestamptz,
  ended_at timestamptz,
  bank_reference text,
  -- Why it was not paid, as a code.
  end_reason text,
  constraint disbursement_order_way check ((file_id is null) = (transfer_type is not null)),
  constraint disbursement_order_sent check ((state <> 'ORDERED' or sent_at is null) and ((state not in ('SENT', 'PAID',
    'COMPLETED')) or sent_at is not null)),
  constraint disbursement_order_end check ((state in ('COMPLETED', 'RETURNED')) = (ended_at is not null)),
  constraint disbursement_order_why check ((state = 'RETURNED') = (end_reason is not null)),
  foreign key (loan_id, account_version) references loan_account(loan_id, version)
);
-- Of a loan one order at a time.
create unique index disbursement_order_one on disbursement_order (loan_id) where state <> 'RETURNED';
create index disbursement_order_loan on disbursement_order (loan_id);
create index disbursement_order_file on disbursement_order (file_id) where file_id is not null;
create index disbursement_order_under_way on disbursement_order (created_at, id) where ended_at is null;
create index disbursement_order_sent_at on disbursement_order (method_payment, sent_at);

create trigger disbursement_order_kept before update on disbursement_order
  for each row when (new.id is distinct from old.id or new.loan_id is distinct from old.loan_id
    or new.account_version is distinct from old.account_version or new.amount is distinct from old.amount
    or new.method_payment is distinct from old.method_payment or new.file_id is distinct from old.file_id
    or new.transfer_type is distinct from old.transfer_type) execute function refuse_new_terms();
create trigger disbursement_order_not_deleted before delete or truncate on disbursement_order
  for each statement execute function refuse_change();

-- The payment that stands now for one that may have been reversed.
create function current_payment(of_payment uuid) returns uuid language sql stable begin atomic
  with recursive chain as (
    select of_payment as id, 0 as step
    union all
    select p.id, c.step + 1 from chain c join bank_payment p on p.replaces = c.id
  )
  select id from chain order by step desc limit 1;
end;

-- How the bank names a payment: one that stands in the place of another, whose name is taken, has the reversal's id behind it.
create function bank_name_of(payment_request_id text) returns text language sql immutable begin atomic
  select regexp_replace(payment_request_id, '#[0-9a-f]{8}-[0-9a-f-]{27}$', '');
end;

-- Each month with what was withheld, and what was paid for it and set off with that; below zero where too much was paid.
create view tax_period as
select period, sum(interest)::bigint as interest, sum(withheld)::bigint as withheld, sum(paid)::bigint as paid,
       sum(credited)::bigint as credited
  from (
    select period, interest, tax as withheld, 0 as paid, 0 as credited from lender_tax_month
    union all
    select p.tax_period, 0, 0, p.amount, p.tax_credit from payout p
     where p.account_kind = 'TAX_PAYABLE'
       and not exists (select from reversal r where r.kind = 'PAYOUT' and r.of_id = p.id::text)
  ) line
 group by period;

create view standing_tax_slip as
select s.* from tax_slip s
 where s.number is not null
   and not exists (select from tax_slip n
                    where (n.lender_id, n.period, n.article, n.rate_ppm) = (s.lender_id, s.period, s.article, s.rate_ppm)
                      and n.version > s.version);

create view bank_line_match as
select m.line_id, m.withdrawal_id, m.payment_request_id, m.note, m.created_at, m.id, m.occurrence from bank_line_match_record m
 where not exists (select from reversal r where r.kind = 'BANK_LINE_MATCH' and r.of_id = m.id::text);

-- A line whose match was taken back is a stray one again.
create view bank_line_name as
select l.id, l.method_payment, l.type, l.amount, l.at, t.name
  from bank_line_transfer t join bank_line l on l.id = t.line_id
 where t.taken_back_at is null and l.gone_at is null
union all
select l.id, l.method_payment, l.type, l.amount, l.at, upper(btrim(l.bank_reference) collate "C")
  from bank_line l
 where l.gone_at is null and l.payment_request_id is null
   and not exists (select from bank_line_transfer t where t.line_id = l.id and t.taken_back_at is null)
   and not exists (select from bank_line_match m where m.line_id = l.id)
   and not exists (select from withdrawal w where w.id = l.withdrawal_id and w.method_payment = l.method_payment);

-- What counts: payments that were not taken back, with the end that counts; one without an end waits.
create view borrower_payment_now as
select p.id, p.line_id, p.method_payment, p.amount, p.paid_on, p.name, p.note, p.created_at, e.id as end_id,
       case when e.return_reference is not null then 'RETURNED' when e.id is not null then 'ASSIGNED' else 'WAITS' end as state,
       e.return_reference, e.created_at as ended_at
  from borrower_payment p
  left join borrower_payment_end e on e.borrower_payment_id = p.id
   and not exists (select from reversal r where r.kind in ('BORROWER_ASSIGNMENT', 'BORROWER_RETURN') and r.of_id = e.id::text)
 where not exists (select from reversal r where r.kind = 'BORROWER_PAYMENT' and r.of_id = p.id::text);

-- As before, by the take-overs that stand.
create view bank_movement as
select upper(btrim(p.reference) collate "C") as name, null::smallint as method_payment, 'REPAYMENT' as kind,
       p.id::text as of_id, p.amount, p.paid_on, p.created_at
  from loan_payment p
 where p.reverses is null and not exists (select from loan_payment r where r.reverses = p.id)
union all
select upper(l.loan_number collate "C"), null, 'DISBURSEMENT', l.id::text, -s.principal, s.disbursed_on, s.created_at
  from loan_servicing s join loan l on l.id = s.loan_id
 where not exists (select from loan_take_over t where t.loan_id = l.id and t.as_of is not null)
union all
select upper(btrim(p.reference) collate "C"), p.method_payment, 'PAYOUT', p.id::text, -p.amount, p.paid_on, p.created_at
  from payout p
 where not exists (select from reversal r where r.kind = 'PAYOUT' and r.of_id = p.id::text)
union all
select p.name, p.method_payment, 'BORROWER_PAYMENT', p.id::text, p.amount, p.paid_on, p.created_at
  from borrower_payment_now p where p.state <> 'ASSIGNED'
union all
select upper(btrim(p.return_reference) collate "C"), p.method_payment, 'BORROWER_RETURN', p.end_id::text, -p.amount,
       business_day(p.ended_at), p.ended_at
  from borrower_payment_now p where p.state = 'RETURNED';

create view withdrawal_return as
select b.lender_id, b.id, b.withdrawal_id, b.line_id, b.amount, b.fee, b.note, b.created_at, b.occurrence
  from withdrawal_return_record b
 where not exists (select from reversal r where r.kind = 'WITHDRAWAL_RETURN' and r.of_id = b.id::text);

create view withdrawal_charge as
select c.lender_id, c.withdrawal_id, c.line_id, c.note, c.created_at, c.id, c.occurrence from withdrawal_charge_record c
 where not exists (select from reversal r where r.kind = 'WITHDRAWAL_CHARGE' and r.of_id = c.id::text);

create view withdrawal_settlement as
select s.lender_id, s.withdrawal_id, s.line_id, s.note, s.created_at, s.id, s.occurrence from withdrawal_settlement_record s
 where not exists (select from reversal r where r.kind = 'WITHDRAWAL_SETTLEMENT' and r.of_id = s.id::text);

create view estate as
select e.lender_id, e.id, e.parts, e.document, e.reason, e.recorded_at, e.occurrence from estate_record e
 where not exists (select from reversal r where r.kind = 'ESTATE' and r.of_id = e.id::text);

-- What the application may not do, and where functions look.
do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete on bank_balance, bank_balance_check, bank_conflict, bank_conflict_end, bank_line, bank_line_match,
      bank_line_match_record, bank_line_transfer, bank_opening, bank_payment, bank_payment_name, bank_payment_notice,
      borrower_payment, borrower_payment_end, borrower_payment_part, cash_opening, disbursement_file, disbursement_order,
      estate, estate_record, ordered_withdrawal, payout, supporting_document, tax_slip, tax_year, top_up_without_line,
      withdrawal_charge, withdrawal_charge_record, withdrawal_return, withdrawal_return_record, withdrawal_settlement,
      withdrawal_settlement_record from pematang_app;
    revoke delete on bank_difference, bank_reconciliation, bank_suspense, lender_tax_month, top_up, top_up_without_line_day,
      withdrawal from pematang_app;
    revoke insert, update, delete on bank_line_name, bank_movement, borrower_payment_now, standing_tax_slip,
      tax_period from pematang_app;
    grant update (gone_at) on bank_line to pematang_app;
    grant update (taken_back_at, taken_back_note) on bank_line_transfer to pematang_app;
    grant update (state, sent_at, ended_at, bank_reference, end_reason) on disbursement_order to pematang_app;
  end if;
end $$;
