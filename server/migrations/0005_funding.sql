-- Agreements, fundings, signatures and the documents behind them.

create table agreement (
  id uuid primary key,
  lender_id bigint not null,
  loan_id bigint not null,
  amount bigint not null check (amount > 0),
  number text not null unique,
  loan_number text not null,
  -- The page of the PP on which the lender signs.
  signature_page smallint not null,
  -- Who signs, as the provider knows the lender.
  digi_sign_id text not null,
  -- Everything the two texts say, as it was when the lender read them.
  snapshot jsonb not null,
  expected_interest bigint not null check (expected_interest >= 0),
  created_at timestamptz not null default app_now()
);
create index agreement_of_lender on agreement (lender_id, loan_id, amount, created_at desc);

create table document (
  -- 128 random bits: the name in the address of the document.
  id text primary key,
  lender_id bigint not null,
  agreement_id uuid not null references agreement (id),
  kind text not null check (kind in ('PP', 'PPFP', 'PP_SIGNED', 'PPFP_SIGNED')),
  media_type text not null,
  -- What was shown and what was signed never changes.
  bytes bytea not null,
  sha256 bytea not null,
  pages smallint,
  signature_page smallint,
  created_at timestamptz not null default app_now(),
  unique (agreement_id, kind)
);

create trigger document_append_only before update or delete or truncate on document
  for each statement execute function refuse_change();

create table funding (
  lender_id bigint not null,
  id uuid not null,
  loan_id bigint not null,
  amount bigint not null check (amount > 0),
  -- One agreement, one funding.
  agreement_id uuid not null unique,
  -- Names the document to sign towards the browser.
  doc_token text not null unique,
  state text not null default 'WAITING' check (state in ('WAITING', 'SETTLED', 'REJECTED', 'EXPIRED')),
  created_at timestamptz not null default app_now(),
  -- Gross interest of this part over the whole term, by the schedule that was shown.
  expected_interest bigint not null check (expected_interest >= 0),
  sign_before timestamptz not null,
  ended_at timestamptz,
  primary key (lender_id, id),
  constraint funding_end check ((state = 'WAITING') = (ended_at is null))
) with (fillfactor = 70);
create unique index funding_id on funding (id);
create index funding_of_loan on funding (loan_id);

-- The way to the e-signature provider, one row a funding.
create table signing_request (
  funding_id uuid primary key,
  lender_id bigint not null,
  -- The provider's own token, once it has the documents.
  provider_token text unique,
  created_at timestamptz not null default app_now(),
  uploaded_at timestamptz
);

-- That the lender has signed, and what. No funding counts without it (I8), and what was signed is what was shown (I31).
create table signature (
  funding_id uuid primary key,
  lender_id bigint not null,
  provider_token text not null,
  shown_sha256 bytea not null,
  signed_sha256 bytea not null,
  signed_at timestamptz not null,
  created_at timestamptz not null default app_now()
);
create trigger signature_append_only before update or delete or truncate on signature
  for each statement execute function refuse_change();

-- What the provider told us, as it came. Taken once, however often it is told.
create table esign_notice (
  event_id text primary key,
  body text not null,
  provider_token text not null,
  event text not null,
  received_at timestamptz not null default app_now(),
  copies integer not null default 1
);

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on signature, document from pematang_app;
    revoke delete, truncate on funding, agreement, top_up from pematang_app;
  end if;
end $$;
