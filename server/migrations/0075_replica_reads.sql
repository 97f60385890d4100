-- For reads from a replica (docs/decisions/0043-reads-from-a-replica.md).

-- When the lender of a session last changed something, to some seconds. What is read for them from a replica shows at least
-- what was there then.
alter table session add column acted_at timestamptz not null default now();

-- The timelines of the log that the application has seen a primary on. A server that has this row follows that primary: two
-- servers may be as far in their logs and differ, where one of them has missed a failover.
create table log_timeline (
  system bigint not null,
  timeline integer not null,
  primary key (system, timeline)
);
