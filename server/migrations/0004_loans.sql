-- Loans as the operator offers them, and where each stands.

create table loan_type (
  id bigint primary key,
  name text not null unique,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE'))
);

create table borrower (
  id bigint primary key,
  number text not null unique,
  name text not null
);

create table loan (
  id bigint primary key,
  secure_id text not null unique,
  loan_number text not null unique,
  borrower_id bigint not null references borrower (id),
  loan_type_id bigint not null references loan_type (id),
  interest numeric(7, 6) not null check (interest > 0 and interest <= 1),
  interest_type text not null check (interest_type in ('ANNUITY', 'FLAT', 'BULLET')),
  tenor smallint not null check (tenor between 1 and 360),
  tenor_period text not null check (tenor_period in ('DAY', 'WEEK', 'MONTH')),
  grade text,
  grade_description text,
  purpose text,
  marketing_title text,
  marketing_detail text,
  offer_from date not null,
  offer_until date not null check (offer_until > offer_from),
  -- The line it came from, as a hash: a second import of the same file finds nothing new.
  source_hash bytea not null,
  disbursed_on date,
  created_at timestamptz not null default app_now()
);
create index loan_borrower on loan (borrower_id);

-- The few numbers that every funding changes stand apart from the long row above.
create table loan_position (
  loan_id bigint primary key references loan (id),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'OFFERED', 'FUNDED', 'WITHDRAWN')),
  total bigint not null check (total > 0),
  minimum bigint not null check (minimum > 0 and minimum <= total),
  -- Settled fundings, and those that wait for a signature.
  funded bigint not null default 0 check (funded >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  -- Copies of the loan's own, so that a funding reads one row.
  offer_from date not null,
  offer_until date not null,
  loan_type_id bigint not null,
  tenor smallint not null,
  escrow_account bigint not null references account (id),
  constraint loan_never_oversubscribed check (funded + reserved <= total)
) with (fillfactor = 50);
create index loan_position_open on loan_position (offer_until, loan_id) where status = 'OFFERED';

create table installment (
  loan_id bigint not null references loan (id),
  no smallint not null check (no > 0),
  due_date date not null,
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  principal_paid bigint not null default 0 check (principal_paid between 0 and principal),
  interest_paid bigint not null default 0 check (interest_paid between 0 and interest),
  primary key (loan_id, no)
);
