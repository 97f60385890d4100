-- What a lender consents to is what was shown: a bulk funding takes the very set that was previewed, and an agreement is
-- good for the terms under which it was made.

-- Counts up whenever something changes that an agreement says of the loan, so that one number tells whether an agreement
-- is of the terms that stand now. The columns that every funding changes are not among them.
alter table loan_position add column terms_version integer not null default 1;
create function count_position_terms() returns trigger language plpgsql as $$
begin
  if (new.total, new.minimum, new.offer_from, new.offer_until, new.loan_type_id, new.tenor)
       is distinct from (old.total, old.minimum, old.offer_from, old.offer_until, old.loan_type_id, old.tenor) then
    new.terms_version := old.terms_version + 1;
  end if;
  return new;
end $$;
create trigger loan_position_terms before update of total, minimum, offer_from, offer_until, loan_type_id, tenor
  on loan_position for each row execute function count_position_terms();
create function count_loan_terms() returns trigger language plpgsql as $$
begin
  update loan_position set terms_version = terms_version + 1 where loan_id = new.id;
  return null;
end $$;
create trigger loan_terms
  after update of loan_number, borrower_id, loan_type_id, interest, interest_type, tenor, tenor_period, grade, purpose,
                  offer_from, offer_until, source_hash on loan
  for each row when (old.* is distinct from new.*) execute function count_loan_terms();
create function count_borrower_terms() returns trigger language plpgsql as $$
begin
  update loan_position p set terms_version = terms_version + 1 from loan l
   where l.borrower_id = new.id and p.loan_id = l.id and p.status in ('DRAFT', 'OFFERED');
  return null;
end $$;
create trigger borrower_terms after update of name on borrower
  for each row when (old.name is distinct from new.name) execute function count_borrower_terms();

-- The terms under which an agreement was made. Those of before were made under the first; which tax they name is in
-- their snapshot alone.
alter table agreement add column terms_version integer not null default 1, add column tax_rate_ppm integer;

-- The set of open loans that a lender was shown last of a product, by its hash; see bulk_preview_hash.
create table bulk_preview (
  lender_id bigint not null references lender (id),
  product_id bigint not null references bulk_product (id),
  sha256 bytea not null check (length(sha256) = 32),
  shown_at timestamptz not null default app_now(),
  primary key (lender_id, product_id)
);

-- The preview that was consented to. Bulk fundings of before have none.
alter table bulk_funding add column preview_sha256 bytea check (length(preview_sha256) = 32);
alter table bulk_funding_loan add column terms_version integer;

-- The line of a loan in a preview, and the hash over what the agreements of a lender say alike and those lines, which are
-- in the order of the ids of the loans. The instant at which the terms were taken down is no term.
create function bulk_preview_line(loan_id bigint, amount bigint, loan_sha256 bytea, terms_version integer) returns text
  language sql immutable
  as $$ select E'\n' || loan_id || '|' || amount || '|' || encode(loan_sha256, 'hex') || '|' || terms_version $$;
create function bulk_preview_hash(terms jsonb, lines text) returns bytea language sql immutable
  as $$ select sha256(convert_to((terms - 'preparedAt')::text || coalesce(lines, ''), 'UTF8')) $$;

create or replace function keep_bulk_consent() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'ended_at' is distinct from to_jsonb(old) - 'ended_at' or old.ended_at is not null then
    raise exception 'a bulk funding is what was consented to' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create or replace function keep_bulk_loan() returns trigger language plpgsql as $$
begin
  if (new.funding_id, new.amount, new.loan_sha256, new.terms_version, new.pp_sha256, new.ppfp_sha256)
       is distinct from
     (old.funding_id, old.amount, old.loan_sha256, old.terms_version, old.pp_sha256, old.ppfp_sha256)
     or old.state <> 'WAITING' then
    raise exception 'a loan of a bulk funding is what was consented to, and ends once'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke delete, truncate on bulk_preview from pematang_app;
  end if;
end $$;
