-- Lenders are found at once among hundreds of thousands: parts of names along an index of their trigrams, e-mails and bank
-- accounts, which may be encrypted, by their keyed hash like phones.
create extension if not exists pg_trgm;

-- Names as search_form folds them; what something is found by is its keyed hash (`h1:key:…`), or itself where it is not
-- encrypted. It is null where it was encrypted before there was this column, until `keys rotate`.
alter table lender add column name_search text, add column email_search text;
alter table lender_institution add column name_search text, add column email_search text;
alter table lender_bank_account add column number_search text;

create function keep_lender_search() returns trigger language plpgsql as $$
begin
  new.name_search := search_form(new.name);
  if new.email not like 'enc1:%' then new.email_search := lower(new.email);
  -- A process of the version before does not hash what it writes.
  elsif tg_op = 'UPDATE' and new.email <> old.email and new.email_search = old.email_search then new.email_search := null;
  end if;
  return new;
end $$;
create function keep_institution_search() returns trigger language plpgsql as $$
begin
  new.name_search := search_form(new.company_name);
  if new.company_email not like 'enc1:%' then new.email_search := lower(new.company_email);
  elsif tg_op = 'UPDATE' and new.company_email <> old.company_email and new.email_search = old.email_search then
    new.email_search := null;
  end if;
  return new;
end $$;
create function keep_account_search() returns trigger language plpgsql as $$
begin
  if new.account_number not like 'enc1:%' then new.number_search := new.account_number;
  elsif tg_op = 'UPDATE' and new.account_number <> old.account_number and new.number_search = old.number_search then
    new.number_search := null;
  end if;
  return new;
end $$;
create trigger lender_search before insert or update of name, name_search, email, email_search on lender
  for each row execute function keep_lender_search();
create trigger lender_institution_search
  before insert or update of company_name, name_search, company_email, email_search on lender_institution
  for each row execute function keep_institution_search();
create trigger lender_bank_account_search before insert or update of account_number, number_search on lender_bank_account
  for each row execute function keep_account_search();

-- The triggers fill them.
update lender set name_search = null;
update lender_institution set name_search = null;
update lender_bank_account set number_search = null;
alter table lender alter column name_search set not null,
  add constraint lender_email_search_check check ((email like 'enc1:%') = (email_search like 'h1:%'));
alter table lender_institution alter column name_search set not null,
  add constraint lender_institution_email_search_check check ((company_email like 'enc1:%') = (email_search like 'h1:%'));
alter table lender_bank_account
  add constraint lender_bank_account_search_check check ((account_number like 'enc1:%') = (number_search like 'h1:%'));

create index lender_by_name on lender using gin (name_search gin_trgm_ops) with (fastupdate = off);
create index lender_institution_by_name on lender_institution using gin (name_search gin_trgm_ops) with (fastupdate = off);
create index lender_by_email on lender (email_search);
create index lender_institution_by_email on lender_institution (email_search);
create index lender_bank_account_by_number on lender_bank_account (number_search);

-- A payment changes a loan in two tables. The second is not noted again: its row would be locked anew.
create function note_feed_loans() returns trigger language plpgsql security definer as $$
begin
  insert into feed_change as kept (kind, ref)
  select 'LOAN', f.ref from (select distinct loan_id::text as ref from fresh) f
   where not exists (select from feed_change n
                      where n.kind = 'LOAN' and n.ref = f.ref and n.transaction = pg_current_xact_id())
   order by 2
  on conflict (kind, ref) do update set transaction = excluded.transaction where kept.transaction <> excluded.transaction;
  return null;
end $$;
do $$ begin
  execute format('alter function note_feed_loans() set search_path = %I, pg_temp', current_schema());
  revoke execute on function note_feed_loans() from public;
  if exists (select from pg_roles where rolname = 'pematang_app') then
    grant execute on function note_feed_loans() to pematang_app;
  end if;
end $$;
create or replace trigger loan_servicing_fed after insert on loan_servicing referencing new table as fresh
  for each statement execute function note_feed_loans();
create or replace trigger loan_servicing_fed_again after update on loan_servicing referencing new table as fresh
  for each statement execute function note_feed_loans();
create or replace trigger repayment_record_fed after update on repayment_record referencing new table as fresh
  for each statement execute function note_feed_loans();
