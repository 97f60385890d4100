-- What happened to loans that were paid out, for the notices of their lenders: written in the transaction of the event, one
-- row for each loan however many lenders it has, and raised afterwards by the worker.
create table loan_event (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('PAID', 'RESTRUCTURED', 'WRITTEN_OFF', 'LATE', 'BACK_ON_SCHEDULE')),
  loan_id bigint not null references loan (id),
  -- The payment, the restructuring (loan/version) or the write-off; null for what follows from the day.
  of_id text,
  created_at timestamptz not null default app_now(),
  -- When its notices were written.
  raised_at timestamptz
) with (fillfactor = 80);
create index loan_event_unraised on loan_event (id) where raised_at is null;
create index loan_event_over on loan_event (raised_at) where raised_at is not null;

-- A payment that was taken back only to reach an earlier one and recorded again in the same transaction is no news.
create function note_payment() returns trigger language plpgsql as $$
begin
  insert into loan_event (kind, loan_id, of_id)
  select 'PAID', n.loan_id, n.id::text from fresh n
   where n.occurrence > 0
     and not exists (select from loan_payment r where r.reference = n.reference and r.occurrence = 1 - n.occurrence
                        and r.created_at = n.created_at);
  return null;
end $$;
create trigger loan_payment_noted after insert on loan_payment
  referencing new table as fresh for each statement execute function note_payment();

create function note_restructuring() returns trigger language plpgsql as $$
begin
  insert into loan_event (kind, loan_id, of_id) select 'RESTRUCTURED', loan_id, loan_id || '/' || version from fresh;
  return null;
end $$;
create trigger restructuring_noted after insert on restructuring_record
  referencing new table as fresh for each statement execute function note_restructuring();

create function note_write_off() returns trigger language plpgsql as $$
begin
  insert into loan_event (kind, loan_id, of_id) select 'WRITTEN_OFF', loan_id, id::text from fresh;
  return null;
end $$;
create trigger write_off_noted after insert on write_off_record
  referencing new table as fresh for each statement execute function note_write_off();

-- Running loans of which the lenders have been notified that they are late. Late itself is never stored.
create table late_loan_noted (
  loan_id bigint primary key references loan (id),
  noted_at timestamptz not null default app_now()
);
-- Those that are late already are no news.
insert into late_loan_noted (loan_id)
select loan_id from repayment_record where standing = 'RUNNING' and oldest_due < business_day(app_now());

-- A search is compared with what was offered since.
alter table saved_search add column checked_at timestamptz not null default app_now();
create index saved_search_checked on saved_search (checked_at);

-- Counts further events in a notice that gathers: amounts and counts are added up, the first ten loans are named.
create function gather_notice(before jsonb, more jsonb) returns jsonb language sql immutable parallel safe as $$
  select before || jsonb_build_object(
    'count', (before ->> 'count')::bigint + (more ->> 'count')::bigint,
    'amount', (before ->> 'amount')::bigint + (more ->> 'amount')::bigint,
    'loans', jsonb_path_query_array((before -> 'loans') || (more -> 'loans'), '$[0 to 9]'))
$$;
