-- Age or marriage of a lender and the check of their identity, asked for before funding (SEOJK 19/SEOJK.06/2025), as further
-- facts with versions. The year of birth is that of the date, which is encrypted: reports count by it.
alter table lender_facts
  add column birth_date text,
  add column married boolean,
  add column checked_on date,
  -- Where the check is in the operator's archive or its provider's; no personal data.
  add column check_reference text check (length(check_reference) between 1 and 100),
  add constraint lender_facts_birth check (birth_date is null or birth_year is not null),
  add constraint lender_facts_check check ((checked_on is null) = (check_reference is null));
drop trigger lender_facts_append_only on lender_facts;
create trigger lender_facts_append_only before update or delete or truncate on lender_facts
  for each statement execute function refuse_change_of_account_version();

-- Whether a person's age or marriage, and everybody's identity check, are asked for before a funding.
alter table limit_rule add column asks_identity boolean not null default false;
