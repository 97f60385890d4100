-- Whether the owner's login encrypts what is in a table anew, which changes no value.
create function is_reencrypting(relation oid) returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select current_setting('app.reencrypting', true) is not distinct from 'on'
     and current_user = pg_get_userbyid((select relowner from pg_class where oid = relation))
$$;
create or replace function keep_bank_account_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and ((new.account_name, new.account_number, new.bank_code)
       is not distinct from (old.account_name, old.account_number, old.bank_code) or is_reencrypting(tg_relid)) then
    return null;
  end if;
  insert into lender_bank_account_version (lender_id, version, account_name, account_number, bank_code)
  values (new.lender_id,
          (select coalesce(max(version), 0) + 1 from lender_bank_account_version where lender_id = new.lender_id),
          new.account_name, new.account_number, new.bank_code);
  return null;
end $$;

-- Each change of what opens an account or says where its money goes, whoever made it: the owner's triggers note it, and the
-- application's login can neither add nor leave out one. Each has an entry of the audit trail from the same transaction, by a
-- command that may make it (I50); what is made with the lender is part of the creation. Changes of before are not in it.
create table lender_change (
  id bigint generated always as identity primary key,
  lender_id bigint not null,
  what text not null check (what in
    ('CREATED', 'BANK_ACCOUNT', 'CONTACT', 'PASSWORD', 'TAX_STATUS', 'VIRTUAL_ACCOUNT', 'PASSWORD_GRANT', 'RESET_GRANT')),
  -- The time of the transaction, as the audit trail has it.
  at timestamptz not null default app_now(),
  transaction xid8 not null default pg_current_xact_id()
);
create index lender_change_of_lender on lender_change (lender_id, at);
create trigger lender_change_append_only before update or delete or truncate on lender_change
  for each statement execute function refuse_change();

-- Called with what is noted; the column of the lender is lender_id, and of the table lender it is id.
create function note_lender_change() returns trigger language plpgsql security definer as $$
declare
  noted text;
begin
  foreach noted in array tg_argv loop
    insert into lender_change (lender_id, what)
    values (coalesce(to_jsonb(new) ->> 'lender_id', to_jsonb(new) ->> 'id')::bigint, noted);
  end loop;
  return null;
end $$;

create trigger lender_noted after insert on lender
  for each row execute function note_lender_change('CREATED');
create trigger lender_contact_noted after update of phone, email on lender
  for each row when ((new.phone, new.email) is distinct from (old.phone, old.email) and not is_reencrypting('lender'::regclass))
  execute function note_lender_change('CONTACT');
create trigger lender_password_noted after update of password_hash on lender
  for each row when (new.password_hash is distinct from old.password_hash)
  execute function note_lender_change('PASSWORD');
create trigger lender_institution_noted after insert on lender_institution
  for each row execute function note_lender_change('CONTACT');
create trigger lender_institution_contact_noted after update of company_email, pic_phone on lender_institution
  for each row when ((new.company_email, new.pic_phone) is distinct from (old.company_email, old.pic_phone)
                     and not is_reencrypting('lender_institution'::regclass))
  execute function note_lender_change('CONTACT');
create trigger lender_bank_account_version_noted after insert on lender_bank_account_version
  for each row execute function note_lender_change('BANK_ACCOUNT');
create trigger lender_tax_status_noted after insert on lender_tax_status
  for each row execute function note_lender_change('TAX_STATUS');
create trigger lender_virtual_account_noted after insert or update on lender_virtual_account
  for each row execute function note_lender_change('VIRTUAL_ACCOUNT');
-- A grant that is used or revoked is no new one.
create trigger password_grant_noted after insert on password_grant
  for each row execute function note_lender_change('PASSWORD_GRANT');
create trigger password_grant_again_noted after update on password_grant
  for each row when (new.used_at is null) execute function note_lender_change('PASSWORD_GRANT');
create trigger reset_grant_noted after insert on reset_grant
  for each row execute function note_lender_change('RESET_GRANT');
create trigger reset_grant_again_noted after update on reset_grant
  for each row when (new.used_at is null) execute function note_lender_change('RESET_GRANT');

do $$ begin
  execute format('alter function note_lender_change() set search_path = %I, pg_temp', current_schema());
  revoke execute on function note_lender_change() from public;
  if exists (select from pg_roles where rolname = 'pematang_app') then
    grant execute on function note_lender_change() to pematang_app;
    revoke insert, update, delete, truncate on lender_change from pematang_app;
  end if;
end $$;
