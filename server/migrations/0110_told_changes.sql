-- A phone or e-mail that is replaced is kept by the database, whoever replaces it: it is told of changes, and withdrawals wait.
create function keep_former_contact() returns trigger language plpgsql as $$
begin
  insert into former_contact (id, lender_id, channel, address)
  select gen_random_uuid(), old.id, channel, address
    from (values ('EMAIL', old.email, new.email), ('SMS', old.phone, new.phone)) as contact (channel, address, present)
   where address <> '' and address is distinct from present;
  return null;
end $$;
create trigger lender_former_contact after update of phone, email on lender
  for each row when ((new.phone, new.email) is distinct from (old.phone, old.email) and not is_reencrypting('lender'::regclass))
  execute function keep_former_contact();

create index lender_change_at on lender_change (at) where what in ('BANK_ACCOUNT', 'CONTACT');
