-- Bulk funding: one decision over all open loans of a product, which are then funded one by one.

-- A loan of a bulk product is offered with the others of it. The operator may offer it on the market list as well.
alter table loan_position add column alone boolean not null default true;
update loan_position set alone = false where bulk_product_id is not null;

-- Jobs of bulk fundings take long by their size, so they have a line of their own.
alter table job drop constraint job_line_check;
alter table job add constraint job_line_check check (line in ('urgent', 'ordinary', 'bank', 'bulk'));

-- The agreements of a bulk funding are concluded by one consent, so none of their pages waits for a signature.
alter table agreement alter column signature_page drop not null;

-- One decision of a lender to fund a product. Its sums are those of its loans below; how far it is, is counted there.
create table bulk_funding (
  lender_id bigint not null references lender (id),
  id uuid not null unique,
  product_id bigint not null references bulk_product (id),
  -- As the lender reads it: the report is asked for by it.
  number text not null unique,
  loans integer not null check (loans > 0),
  total bigint not null check (total > 0),
  -- What all its agreements say alike: parties, taxes, penalties, the instant of the consent.
  terms jsonb not null,
  -- Over the terms and the line of each loan: what the lender has consented to. See bulk_manifest.
  manifest_sha256 bytea not null check (length(manifest_sha256) = 32),
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  primary key (lender_id, id)
);
-- A lender funds a product once: a second submission is answered with the first.
create unique index bulk_funding_once on bulk_funding (lender_id, product_id);

-- Each loan of it: what was agreed to, and how it ended. WAITING: its money is held and the loan has still to be asked
-- for. FUNDED: there is a funding of the same id. REFUSED: the money is back, for the reason that stands here.
create table bulk_funding_loan (
  lender_id bigint not null,
  bulk_id uuid not null,
  loan_id bigint not null references loan (id),
  -- The id of its agreement, its hold and its funding.
  funding_id uuid not null,
  amount bigint not null check (amount > 0),
  -- Of the terms of the loan: loan.source_hash.
  loan_sha256 bytea not null check (length(loan_sha256) = 32),
  -- Of the two documents, where the lender has looked at them before he consented; the others are made afterwards
  -- from what the manifest holds.
  pp_sha256 bytea check (length(pp_sha256) = 32),
  ppfp_sha256 bytea check (length(ppfp_sha256) = 32),
  state text not null default 'WAITING' check (state in ('WAITING', 'FUNDED', 'REFUSED')),
  reason text check (reason in ('TAKEN', 'CHANGED', 'CLOSED', 'FAILED')),
  -- How often it failed for no reason that a lender could be told.
  tries smallint not null default 0 check (tries >= 0),
  ended_at timestamptz,
  primary key (lender_id, bulk_id, loan_id),
  constraint bulk_funding_loan_shown check ((pp_sha256 is null) = (ppfp_sha256 is null)),
  constraint bulk_funding_loan_reason check ((state = 'REFUSED') = (reason is not null)),
  constraint bulk_funding_loan_end check ((state = 'WAITING') = (ended_at is null))
) with (fillfactor = 70);
create index bulk_funding_loan_waiting on bulk_funding_loan (lender_id, bulk_id, loan_id) where state = 'WAITING';

-- What was consented to stands, and what has ended stays ended.
create function keep_bulk_consent() returns trigger language plpgsql as $$
begin
  if (new.product_id, new.number, new.loans, new.total, new.terms, new.manifest_sha256, new.created_at)
       is distinct from (old.product_id, old.number, old.loans, old.total, old.terms, old.manifest_sha256, old.created_at)
     or old.ended_at is not null then
    raise exception 'a bulk funding is what was consented to' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger bulk_funding_kept before update on bulk_funding for each row execute function keep_bulk_consent();
create function keep_bulk_loan() returns trigger language plpgsql as $$
begin
  if (new.funding_id, new.amount, new.loan_sha256, new.pp_sha256, new.ppfp_sha256)
       is distinct from (old.funding_id, old.amount, old.loan_sha256, old.pp_sha256, old.ppfp_sha256)
     or old.state <> 'WAITING' then
    raise exception 'a loan of a bulk funding is what was consented to, and ends once'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger bulk_funding_loan_kept before update on bulk_funding_loan
  for each row execute function keep_bulk_loan();

-- The bulk funding that a funding is of; null for one that was made alone.
alter table funding add column bulk_id uuid;

-- The manifest of a bulk funding in one place, for the verb that keeps its hash and the audit that looks at it again:
-- the terms, then a line for each loan in the order of their ids.
create function bulk_manifest(terms jsonb, of_lender bigint, of_bulk uuid) returns bytea language sql stable
  as $$ select sha256(convert_to(terms::text || coalesce(string_agg(
           concat_ws('|', E'\n' || loan_id::text, funding_id::text, amount::text, encode(loan_sha256, 'hex'),
                     encode(pp_sha256, 'hex'), encode(ppfp_sha256, 'hex')), '' order by loan_id), ''), 'UTF8'))
           from bulk_funding_loan where lender_id = of_lender and bulk_id = of_bulk $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke delete, truncate on bulk_funding, bulk_funding_loan from pematang_app;
  end if;
end $$;
