-- Answers under clients' keys are deleted when they are IDEMPOTENCY_RETENTION_DAYS old (docs/decisions/0045-growing-tables.md). A
-- vacuum for each fiftieth of the table that was deleted keeps the space that waits for reuse small.
alter table idempotency set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);

-- Where the next look for old rows begins. Rows are looked for by their place in the table, so that no index on their age has to be
-- written with each of them.
create table retention_position (
  name text primary key,
  next_block bigint not null default 0 check (next_block >= 0)
);
insert into retention_position (name) values ('idempotency');
