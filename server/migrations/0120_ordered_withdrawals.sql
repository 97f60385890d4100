-- Withdrawals that an operator orders: idle cash that goes back to the registered account, and cash of a dead lender that goes to
-- their heirs. Each is by a document, which keeps its content by its hash: another content under its name is refused.
create table supporting_document (
  name text primary key check (name <> ''),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  named_at timestamptz not null default app_now()
);
create trigger supporting_document_append_only before update or delete or truncate on supporting_document
  for each statement execute function refuse_change();

-- The heirs of a dead lender by a certificate of inheritance; it can be taken back, and recorded again as another.
create table estate_record (
  lender_id bigint not null references lender (id),
  id uuid primary key,
  -- The share of each heir, as a part of the sum of all; the first one is of heir 1.
  parts integer[] not null check (cardinality(parts) between 1 and 50 and 0 < all (parts)),
  document text not null references supporting_document (name),
  reason text not null,
  recorded_at timestamptz not null default app_now(),
  occurrence integer not null check (occurrence > 0),
  constraint estate_once unique (lender_id, occurrence),
  constraint estate_of_lender unique (lender_id, id)
);
create trigger estate_record_append_only before update or delete or truncate on estate_record
  for each statement execute function refuse_change();
create view estate as
select e.lender_id, e.id, e.parts, e.document, e.reason, e.recorded_at, e.occurrence from estate_record e
 where not exists (select from reversal r where r.kind = 'ESTATE' and r.of_id = e.id::text);

-- The account of an heir is a version that no withdrawal of the lender's own goes to; the newest of an heir is the present one.
alter table lender_bank_account_version
  add column estate_id uuid,
  add column heir integer check (heir > 0),
  add constraint lender_bank_account_version_heir check ((estate_id is null) = (heir is null)),
  add constraint lender_bank_account_version_estate foreign key (lender_id, estate_id) references estate_record (lender_id, id);

create table ordered_withdrawal (
  withdrawal_id uuid primary key references withdrawal (id),
  -- The command that ordered it, perhaps together with others.
  order_id uuid not null,
  lender_id bigint not null references lender (id),
  document text not null references supporting_document (name),
  -- Null for idle cash.
  estate_id uuid,
  heir integer,
  -- What there was to return; or to divide among the heirs, with what had gone to them, and what of that was this heir's.
  basis bigint not null check (basis > 0),
  gone bigint not null default 0 check (gone >= 0),
  created_at timestamptz not null default app_now(),
  constraint ordered_withdrawal_heir check ((estate_id is null) = (heir is null)),
  foreign key (lender_id, estate_id) references estate_record (lender_id, id)
);
create index ordered_withdrawal_estate on ordered_withdrawal (estate_id, heir) where estate_id is not null;
create trigger ordered_withdrawal_append_only before update or delete or truncate on ordered_withdrawal
  for each statement execute function refuse_change();

-- The least of a withdrawal is of those that lenders ask for (I10): the last rupiah of a lender can be returned.
alter table withdrawal drop constraint withdrawal_asked_check;
alter table withdrawal add constraint withdrawal_asked_check check (asked > 0);

alter table lender_change drop constraint lender_change_what_check;
alter table lender_change add constraint lender_change_what_check check (what in
  ('CREATED', 'BANK_ACCOUNT', 'HEIR_ACCOUNT', 'CONTACT', 'PASSWORD', 'TAX_STATUS', 'VIRTUAL_ACCOUNT', 'PASSWORD_GRANT', 'RESET_GRANT'));
drop trigger lender_bank_account_version_noted on lender_bank_account_version;
create trigger lender_bank_account_version_noted after insert on lender_bank_account_version
  for each row when (new.estate_id is null) execute function note_lender_change('BANK_ACCOUNT');
create trigger lender_heir_account_noted after insert on lender_bank_account_version
  for each row when (new.estate_id is not null) execute function note_lender_change('HEIR_ACCOUNT');

do $$ declare kinds text; begin
  select string_agg(quote_literal(kind), ', ' order by place) into kinds from (
    select m[1] as kind, place from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([A-Z_]+)''', 'g')
           with ordinality as found (m, place)
     where conname = 'reversal_kind_check' and conrelid = 'reversal'::regclass
    union all
    select 'ESTATE', 1000
  ) named;
  alter table reversal drop constraint reversal_kind_check;
  execute format('alter table reversal add constraint reversal_kind_check check (kind in (%s)) not valid', kinds);
  alter table reversal validate constraint reversal_kind_check;
end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on supporting_document, estate_record, estate, ordered_withdrawal from pematang_app;
  end if;
end $$;
