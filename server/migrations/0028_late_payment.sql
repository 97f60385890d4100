-- What a bank has paid although the withdrawal had been returned, and the lender was charged for: the withdrawal is paid
-- after all, once, by a line of the bank's list.
create table withdrawal_charge (
  lender_id bigint not null references lender (id),
  withdrawal_id uuid not null unique references withdrawal (id),
  line_id uuid not null unique references bank_line (id),
  note text not null,
  created_at timestamptz not null default app_now(),
  primary key (lender_id, withdrawal_id)
);
create trigger withdrawal_charge_append_only before update or delete or truncate on withdrawal_charge
  for each statement execute function refuse_change();

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on withdrawal_charge from pematang_app;
  end if;
end $$;
