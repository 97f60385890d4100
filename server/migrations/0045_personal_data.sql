-- Phones, e-mails and account numbers of lenders may be encrypted, with a key outside the database: `enc1:key:…`.

-- Keys with which something may be encrypted: who has not all of them cannot work on this database.
create table data_key (
  id text primary key check (length(id) between 1 and 40),
  since timestamptz not null default app_now()
);

-- What a number is found by: its keyed hash (`h1:key:…`), or itself where it is not encrypted.
alter table lender add column phone_search text;
update lender set phone_search = phone;
alter table lender alter column phone_search set not null;
alter table lender add constraint lender_phone_search_key unique (phone_search);
alter table lender drop constraint lender_phone_key;
alter table lender drop constraint lender_phone_check;
alter table lender add constraint lender_phone_check check (phone ~ '^([0-9]{8,20}|enc1:.{40,})$');
-- A number is in both columns as it is or in neither.
alter table lender add constraint lender_phone_search_check
  check ((phone like 'enc1:%') = (phone_search like 'h1:%') and (phone like 'enc1:%' or phone = phone_search));

create function lender_phone_search() returns trigger language plpgsql as $$
begin
  if new.phone not like 'enc1:%' then new.phone_search := new.phone; end if;
  return new;
end $$;
create trigger lender_phone_search before insert or update of phone on lender
  for each row execute function lender_phone_search();

-- Codes and grants are found by the same, and keep nothing else of the number.
alter table otp drop constraint otp_phone_check;

-- Encrypting an account number anew makes no new version of the account, and changes those that there are.
create or replace function keep_bank_account_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and ((new.account_name, new.account_number, new.bank_code)
       is not distinct from (old.account_name, old.account_number, old.bank_code)
       or current_setting('app.reencrypting', true) = 'on') then
    return null;
  end if;
  insert into lender_bank_account_version (lender_id, version, account_name, account_number, bank_code)
  values (new.lender_id,
          (select coalesce(max(version), 0) + 1 from lender_bank_account_version where lender_id = new.lender_id),
          new.account_name, new.account_number, new.bank_code);
  return null;
end $$;

create function refuse_change_of_account_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('app.reencrypting', true) = 'on'
     and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
drop trigger lender_bank_account_version_append_only on lender_bank_account_version;
create trigger lender_bank_account_version_append_only before update or delete or truncate on lender_bank_account_version
  for each statement execute function refuse_change_of_account_version();

-- The only way to change a version: its number as it is now for its number encrypted. With the rights of the owner.
create function reencrypt_account_versions(lenders bigint[], versions integer[], before text[], sealed text[])
returns bigint language plpgsql security definer set search_path from current as $$
declare done bigint;
begin
  perform set_config('app.reencrypting', 'on', true);
  update lender_bank_account_version v set account_number = n.sealed
    from unnest(lenders, versions, before, sealed) as n (lender_id, version, before, sealed)
   where v.lender_id = n.lender_id and v.version = n.version and v.account_number = n.before and n.sealed like 'enc1:%';
  get diagnostics done = row_count;
  perform set_config('app.reencrypting', '', true);
  return done;
end $$;
