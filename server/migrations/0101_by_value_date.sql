-- Payments of a loan are allocated by their value dates, whatever the order of recording. Those that were recorded before were
-- allocated in that order; the audit of the books compares a pair of payments only if one of them was recorded since.
alter table loan_payment add column by_value_date boolean not null default false;
alter table loan_payment alter column by_value_date set default true;
create or replace view standing_payment as
select p.* from loan_payment p
 where p.reverses is null and not exists (select from loan_payment r where r.reverses = p.id);
