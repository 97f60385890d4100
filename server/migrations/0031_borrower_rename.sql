-- The names that a borrower had. Agreements that were made have the name of their time in what was signed.
create table borrower_rename (
  id uuid primary key,
  borrower_id bigint not null references borrower (id),
  old_name text not null,
  new_name text not null,
  reason text not null,
  renamed_by text not null,
  renamed_at timestamptz not null default app_now(),
  constraint borrower_rename_other check (old_name <> new_name)
);
create index borrower_rename_of on borrower_rename (borrower_id, id desc);
create trigger borrower_rename_append_only before update or delete or truncate on borrower_rename
  for each statement execute function refuse_change();

-- The lists of lenders follow. A funding that is settled right now may have read the old name: it is waited for.
create function rename_in_portfolios() returns trigger language plpgsql as $$
begin
  lock table portfolio_borrower in share row exclusive mode;
  update portfolio_borrower set name = lower(new.name) where borrower_id = new.id;
  return null;
end $$;
create trigger borrower_in_portfolios after update of name on borrower
  for each row when (old.name is distinct from new.name) execute function rename_in_portfolios();

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on borrower_rename from pematang_app;
  end if;
end $$;
