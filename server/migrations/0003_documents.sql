-- Documents: what is read and signed, where its bytes are, its time stamps.

-- The two agreements that a lender was shown for one amount of one loan.
create table agreement (
  id uuid primary key,
  lender_id bigint not null,
  loan_id bigint not null,
  amount bigint not null check (amount > 0),
  number text not null unique,
  loan_number text not null,
  -- The page of the PP on which the lender signs.
  signature_page smallint,
  -- Who signs, as the provider knows the lender.
  digi_sign_id text not null,
  -- Everything the two texts say, as it was when the lender read them.
  snapshot jsonb not null,
  expected_interest bigint not null check (expected_interest >= 0),
  created_at timestamptz not null default app_now(),
  terms_version integer not null default 1,
  tax_rate_ppm integer
);
create index agreement_of_lender on agreement (lender_id, loan_id, amount, created_at desc);

create trigger agreement_append_only before delete or update or truncate on agreement
  for each statement execute function refuse_change();

-- The certificates with which the platform has signed agreements, each once, for good; and with which one a document was
-- signed before it was shown. Documents of before this have none.
create table platform_certificate (
  sha256 bytea primary key,
  der bytea not null,
  first_used_at timestamptz not null default app_now(),
  constraint platform_certificate_check check (sha256 = sha256(der))
);

create trigger platform_certificate_append_only before delete or update or truncate on platform_certificate
  for each statement execute function refuse_change();

-- A document by the hash of its bytes, which are here or in a store outside.
create table document (
  -- 128 random bits: the name in the address of the document.
  id text primary key,
  lender_id bigint not null,
  agreement_id uuid references agreement(id),
  kind text not null,
  media_type text not null,
  -- What was shown and what was signed never changes.
  bytes bytea,
  sha256 bytea not null,
  pages smallint,
  signature_page smallint,
  created_at timestamptz not null default app_now(),
  platform_certificate bytea references platform_certificate(sha256),
  mandate_id uuid,
  unique (agreement_id, kind),
  constraint document_subject check (num_nonnulls(agreement_id, mandate_id) = 1),
  constraint document_kind_check check (kind in ('PP', 'PPFP', 'PP_SIGNED', 'PPFP_SIGNED', 'PP_VOID', 'PPFP_VOID', 'MANDATE',
    'MANDATE_SIGNED')),
  constraint document_kind_of_mandate check ((mandate_id is not null) = (kind in ('MANDATE', 'MANDATE_SIGNED')))
);
create unique index document_of_mandate on document (mandate_id, kind) where mandate_id is not null;
-- Rows whose bytes are outside, by their hash: what may be forgotten or deleted is found by these. They are empty at first; making
-- them reads the rows without their bytes.
create index document_outside on document (sha256) where bytes is null;

-- Rows of documents are append-only but for their bytes, which may leave for a noted place and come back with the same hash.
create function refuse_document_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create trigger document_append_only before delete or update or truncate on document
  for each statement execute function refuse_document_change();

-- What a lender reads of a loan before deciding. What was shown never changes: another text is another version.
create table factsheet (
  -- 128 random bits: the name in the address of the document.
  id text primary key,
  loan_id bigint not null,
  version smallint not null check (version > 0),
  -- Of the text; the same text is not made again.
  text_sha256 bytea not null check (length(text_sha256) = 32),
  bytes bytea,
  sha256 bytea not null check (length(sha256) = 32),
  pages smallint not null,
  created_at timestamptz not null default app_now(),
  unique (loan_id, version)
);
create index factsheet_outside on factsheet (sha256) where bytes is null;

create trigger factsheet_append_only before delete or update or truncate on factsheet
  for each statement execute function refuse_document_change();

-- For a funding that was taken over: the agreement that its lender signed, by its name in the operator's archive. It
-- stands where agreement, hold and signature stand for a funding that was made here.
create table archived_agreement (
  funding_id uuid primary key,
  lender_id bigint not null,
  loan_id bigint not null,
  amount bigint not null check (amount > 0),
  signed_on date not null,
  reference text not null check (length(reference) between 1 and 100),
  sha256 bytea not null check (length(sha256) = 32),
  created_at timestamptz not null default app_now(),
  principal_left bigint,
  interest_due bigint check (interest_due >= 0),
  take_over smallint not null default 1,
  occurrence smallint not null default 1 check (occurrence > 0),
  constraint archived_agreement_once unique (reference, occurrence),
  constraint archived_agreement_check check (principal_left between 0 and amount),
  constraint archived_agreement_opening check (num_nulls(principal_left, interest_due) in (0, 2))
);
create index archived_agreement_of_loan on archived_agreement (loan_id);

create trigger archived_agreement_append_only before delete or update or truncate on archived_agreement
  for each statement execute function refuse_change();

-- That a lender has fetched an agreement before funding on it. The audit trail says when and how often; this says it to a
-- funding with one look.
create table agreement_opening (
  agreement_id uuid not null references agreement(id),
  kind text not null check (kind in ('PP', 'PPFP')),
  lender_id bigint not null,
  opened_at timestamptz not null default app_now(),
  primary key (agreement_id, kind)
);

create trigger agreement_opening_append_only before delete or update or truncate on agreement_opening
  for each statement execute function refuse_change();

-- Time stamps of documents that are final (RFC 3161, ETSI EN 319 142-1): the document's row stays as it is, and what is
-- appended to its bytes stands here, once and for good.
create table document_timestamp (
  document_id text primary key references document(id),
  -- The incremental update that follows the document's bytes.
  revision bytea not null,
  -- Where in it the token stands, with its brackets: all else, of the document too, is what the token is over.
  hole_from integer not null check (hole_from >= 0),
  hole_to integer not null,
  token bytea not null,
  -- The time that the authority says, its number of the token, and its name.
  stamped_at timestamptz not null,
  serial text not null,
  authority text not null,
  created_at timestamptz not null default app_now(),
  constraint document_timestamp_check check (hole_to > hole_from)
);

create trigger document_timestamp_append_only before delete or update or truncate on document_timestamp
  for each statement execute function refuse_change();

-- Documents that wait for their time stamp, since when, how often it was asked for, and why there is none yet. Gone when
-- there is.
create table timestamp_request (
  document_id text primary key references document(id),
  asked_at timestamptz not null default app_now(),
  tries integer not null default 0,
  reason text,
  detail text,
  tried_at timestamptz
);

-- Where the bytes with this SHA-256 are, outside the database.
create table document_place (
  sha256 bytea primary key check (length(sha256) = 32),
  size integer not null check (size > 0),
  place text not null check (place in ('FOLDER', 'S3')),
  -- When a row last named them; what nobody names is forgotten some days after that.
  kept_at timestamptz not null default app_now()
);

create trigger document_place_not_truncated before truncate on document_place
  for each statement execute function refuse_change();
create function document_bytes_guard() returns trigger language plpgsql as $$
declare
  same record := new;
begin
  same.bytes := old.bytes;
  if same is distinct from old then
    raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  if old.bytes is not null and new.bytes is null then
    if sha256(old.bytes) is distinct from old.sha256
       or not exists (select from document_place where sha256 = old.sha256 and size = length(old.bytes)) then
      raise exception 'the bytes of % may not leave without a place of the same bytes', tg_table_name
        using errcode = 'integrity_constraint_violation';
    end if;
  elsif old.bytes is null and new.bytes is not null then
    if sha256(new.bytes) is distinct from new.sha256 then
      raise exception 'these bytes are not those of the row of %', tg_table_name
        using errcode = 'integrity_constraint_violation';
    end if;
  else
    raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger document_bytes_kept before update on document
  for each row execute function document_bytes_guard();
create trigger factsheet_bytes_kept before update on factsheet
  for each row execute function document_bytes_guard();

-- Rows of documents that were moved, by batch: they are written anew although nothing that they say changes.
create table document_move (
  id uuid primary key,
  relation text not null,
  rows integer not null check (rows > 0),
  to_place text not null check (to_place in ('DATABASE', 'FOLDER', 'S3')),
  moved_at timestamptz not null default app_now(),
  constraint document_move_relation_check check (relation in ('document', 'factsheet', 'statement_pdf',
    'balance_confirmation', 'vote_document', 'transfer_addendum'))
);

create trigger document_move_append_only before delete or update or truncate on document_move
  for each statement execute function refuse_change();

-- What the application may not do, and where functions look.
do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke delete on agreement from pematang_app;
    revoke update, delete on agreement_opening, archived_agreement, document, document_timestamp, factsheet,
      platform_certificate from pematang_app;
    revoke insert, update, delete on document_move from pematang_app;
    revoke update on document_place from pematang_app;
    grant update (kept_at) on document_place to pematang_app;
  end if;
end $$;
