-- What the operator keeps on lenders and products.

alter table lender
  -- Why the rate is what it is (PMK 69/PMK.03/2022); the rate itself is lender.tax_rate_ppm.
  add column tax_status text not null default 'DOMESTIC'
    check (tax_status in ('DOMESTIC', 'NO_TAX_NUMBER', 'FOREIGN', 'TREATY')),
  -- Whether the lender is offered bulk products.
  add column bulk_funding boolean not null default false;

-- The numbers a lender pays in to. A number belongs to one lender for good (I14), also after it was ended.
create table lender_virtual_account (
  number text primary key check (number ~ '^[0-9]{15}$'),
  lender_id bigint not null references lender (id),
  -- 1 BNI, 2 the other bank (specification, section 9).
  method_payment smallint not null check (method_payment in (1, 2)),
  bank_code text not null,
  bank_name text not null,
  account_name text not null,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz
);
-- One at a time for each way to pay.
create unique index lender_virtual_account_live on lender_virtual_account (lender_id, method_payment)
  where ended_at is null;

create function keep_virtual_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.number <> old.number or new.lender_id <> old.lender_id then
    raise exception 'a virtual account belongs to one lender for good'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger lender_virtual_account_kept before update or delete on lender_virtual_account
  for each row execute function keep_virtual_account();

-- Loans that are offered together, uploaded as one file.
create table bulk_product (
  id bigint primary key,
  secure_id text not null unique,
  -- The operator's own number of the product.
  number text not null unique,
  partner_name text not null,
  loan_type_id bigint not null references loan_type (id),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'OFFERED', 'WITHDRAWN')),
  -- What it holds, worked out once: its loans never change.
  loans integer not null check (loans > 0),
  total bigint not null check (total > 0),
  -- The lines it came from, as a hash: the same file again makes nothing new.
  source_hash bytea not null check (length(source_hash) = 32),
  created_at timestamptz not null default app_now()
);

alter table loan_position
  -- A loan of a bulk product is offered with the others of it, and not alone.
  add column bulk_product_id bigint references bulk_product (id);
create index loan_position_bulk on loan_position (bulk_product_id, loan_id) where bulk_product_id is not null;

-- What a lender reads of a loan before deciding. What was shown never changes: another text is another version.
create table factsheet (
  -- 128 random bits: the name in the address of the document.
  id text primary key,
  loan_id bigint not null references loan (id),
  version smallint not null check (version > 0),
  -- Of the text; the same text is not made again.
  text_sha256 bytea not null check (length(text_sha256) = 32),
  bytes bytea not null,
  sha256 bytea not null check (length(sha256) = 32),
  pages smallint not null,
  created_at timestamptz not null default app_now(),
  unique (loan_id, version)
);
create trigger factsheet_append_only before update or delete or truncate on factsheet
  for each statement execute function refuse_change();

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on factsheet from pematang_app;
    revoke delete, truncate on lender_virtual_account, bulk_product from pematang_app;
  end if;
end $$;
