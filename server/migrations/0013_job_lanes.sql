-- Jobs that somebody waits for are taken apart from the others in every worker, however many of those are due.
alter table job add column urgent boolean not null default false;
drop index job_due;
create index job_due on job (urgent, run_at) where dead_at is null;
