-- What is encrypted anew is changed in place, which the database cannot compare with what it was. So only the owner's login does
-- it: the application's may not, and a bank account that it changes always gets a new version.
create or replace function keep_bank_account_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and ((new.account_name, new.account_number, new.bank_code)
       is not distinct from (old.account_name, old.account_number, old.bank_code)
       or current_setting('app.reencrypting', true) = 'on'
          and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)) then
    return null;
  end if;
  insert into lender_bank_account_version (lender_id, version, account_name, account_number, bank_code)
  values (new.lender_id,
          (select coalesce(max(version), 0) + 1 from lender_bank_account_version where lender_id = new.lender_id),
          new.account_name, new.account_number, new.bank_code);
  return null;
end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke execute on function reencrypt_account_versions(bigint[], integer[], text[], text[]),
      reencrypt_tax_numbers(bigint[], integer[], text[], text[], text[]) from pematang_app;
  end if;
end $$;
