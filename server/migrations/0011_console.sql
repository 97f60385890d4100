-- step: the worker ends proposals of staff at their time, as those of companies
alter table proposal drop constraint if exists proposal_ended_check,
  add constraint proposal_ended_check check (ended in ('DONE', 'REFUSED', 'WITHDRAWN', 'EXPIRED')) not valid,
  -- What has ended stays in the indexes of what waits until a vacuum.
  set (autovacuum_vacuum_scale_factor = 0.02)
-- step
alter table proposal validate constraint proposal_ended_check
-- step: the search of the console finds a withdrawal by the bank's reference
drop index concurrently if exists withdrawal_bank_reference
-- step
create index concurrently withdrawal_bank_reference on withdrawal (bank_reference) where bank_reference is not null
