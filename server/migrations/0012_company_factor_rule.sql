-- From which day the members of a company need a second factor: the latest version counts, without a day it is lifted.
create table company_factor_rule (
  company_id bigint not null references lender(id),
  version integer not null check (version > 0),
  from_day date,
  at timestamptz not null default app_clock(),
  primary key (company_id, version)
);

create trigger company_factor_rule_append_only before delete or update or truncate on company_factor_rule
  for each statement execute function refuse_change();

-- From which day a session of a member without a second factor serves only to set one up; null where none is asked for.
alter table session add column factor_from date;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete on company_factor_rule from pematang_app;
  end if;
end $$;
