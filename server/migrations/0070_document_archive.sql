-- Archives: the documents of a lender's year as one ZIP, made in the background and kept for some days.
create table document_archive (
  id uuid primary key,
  lender_id bigint not null references lender (id),
  year smallint not null check (year between 2000 and 2099),
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'READY', 'FAILED')),
  -- Each attempt writes parts of its own; only those of the last count.
  attempt integer not null default 0 check (attempt >= 0),
  done integer not null default 0 check (done >= 0),
  total integer not null default 0 check (total >= 0),
  bytes bigint not null default 0 check (bytes >= 0),
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  expires_at timestamptz,
  -- By which the browser fetches it; the ticket itself is kept nowhere.
  ticket_sha256 bytea unique check (length(ticket_sha256) = 32),
  ticket_until timestamptz,
  constraint document_archive_end check ((state in ('READY', 'FAILED')) = (ended_at is not null)),
  constraint document_archive_expiry check ((state in ('READY', 'FAILED')) = (expires_at is not null))
);
-- One of a lender is under way at a time.
create unique index document_archive_under_way on document_archive (lender_id) where state in ('WAITING', 'RUNNING');
create index document_archive_of_lender on document_archive (lender_id, created_at desc);

create table document_archive_part (
  archive_id uuid not null references document_archive (id) on delete cascade,
  attempt integer not null,
  no integer not null check (no > 0),
  bytes bytea not null,
  primary key (archive_id, attempt, no)
);

-- Archives take minutes each, so they have a queue of their own. The program knows its queues, so the table only knows how
-- their names look.
alter table job drop constraint job_line_check;
alter table job add constraint job_line_check check (line ~ '^[a-z]{1,20}$');
