-- The operator's morning list is read within 300 ms at a million loans: along indexes, and from figures that are counted before.

-- Figures that take long, as the worker counted them last.
create table hourly_figure (
  name text primary key,
  figures jsonb not null,
  counted_at timestamptz not null default app_now()
);

-- How many lenders are registered and not closed, and how many borrowers have something outstanding, at the end of the day.
-- They are no part of what is sealed; days that were closed before have none.
alter table day_close
  add column lenders integer check (lenders >= 0),
  add column borrowers integer check (borrowers >= 0);

create index job_dead on job (dead_at) where dead_at is not null;
create index lender_class_ending on lender_class (valid_until) where valid_until is not null;
create index mandate_ending on mandate (valid_until);
create index bulk_funding_under_way on bulk_funding (created_at) where ended_at is null;
create index audit_event_of_operators on audit_event (at, operation) where actor like 'operator:%';

-- The days whose morning list was given to the jobs that send it.
create table morning_mail (
  day date primary key,
  asked_at timestamptz not null default app_now()
);
