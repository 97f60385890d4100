-- Lenders, their sessions, what they have to be told.

create table lender (
  id bigint primary key,
  phone text not null unique check (phone ~ '^[0-9]{8,20}$'),
  name text not null,
  email text not null,
  -- 3 is corporate (specification, section 9).
  user_type_id smallint not null,
  digi_sign_id text not null unique,
  password_hash text not null,
  -- Parts of a million withheld from gross interest (PMK 69/PMK.03/2022): 150000 is 15 %.
  tax_rate_ppm integer not null default 150000 check (tax_rate_ppm between 0 and 1000000),
  created_at timestamptz not null default app_now()
);

create table lender_institution (
  lender_id bigint primary key references lender (id),
  company_name text not null,
  company_email text not null,
  pic_full_name text not null,
  pic_phone text not null
);

create table lender_bank_account (
  lender_id bigint primary key references lender (id),
  account_name text not null,
  account_number text not null,
  bank_branch text not null,
  bank_code text not null,
  bank_name text not null,
  method_payment smallint not null
);

-- Only the SHA-256 of a token is kept: who reads this table can use none of them.
create table session (
  token_hash bytea primary key check (length(token_hash) = 32),
  lender_id bigint not null references lender (id),
  created_at timestamptz not null default app_now(),
  used_at timestamptz not null default app_now(),
  ends_at timestamptz not null,
  ended_at timestamptz
) with (fillfactor = 70);
create index session_lender on session (lender_id) where ended_at is null;

create table notice (
  lender_id bigint not null,
  id uuid not null,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null default app_now(),
  dismissed_at timestamptz,
  primary key (lender_id, id)
);
create index notice_unread on notice (lender_id, created_at desc) where dismissed_at is null;

-- What a bank has told us came in. The same payment is credited once (I12).
create table top_up (
  bank text not null,
  payment_request_id text not null,
  lender_id bigint not null,
  id uuid not null unique,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default app_now(),
  primary key (bank, payment_request_id)
);
create index top_up_lender on top_up (lender_id, created_at desc);
