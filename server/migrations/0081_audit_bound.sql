-- The audit trail becomes a table with a partition for each year (docs/decisions/0045-growing-tables.md), in three steps: a bound
-- above all rows, its validation while entries are written, and the exchange of the tables, which then has nothing to read. The
-- bound is at least 90 days away, so that there is time between the steps.

-- The smallest id that is made from a time on: the first 48 bits of an id (UUID v7) are its time in milliseconds.
create function audit_id_at(at timestamptz) returns uuid language sql immutable parallel safe
  as $$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid $$;
create function audit_time_of(id uuid) returns timestamptz language sql immutable parallel safe
  as $$ select to_timestamp(('x' || substr(translate(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0) $$;
-- Years begin at midnight in Jakarta.
create function audit_year_begins(year integer) returns uuid language sql immutable parallel safe
  as $$ select audit_id_at(make_timestamp(year, 1, 1, 0, 0, 0) at time zone 'Asia/Jakarta') $$;
create function audit_year_of(at timestamptz) returns integer language sql immutable parallel safe
  as $$ select extract(year from at at time zone 'Asia/Jakarta')::integer $$;

do $$
declare
  newest timestamptz := (select audit_time_of(id) from audit_event order by id desc limit 1);
  bound uuid := audit_year_begins(audit_year_of(greatest(newest, now() + interval '90 days')) + 1);
begin
  execute format('alter table audit_event add constraint audit_event_bound check (id < %L) not valid', bound);
  execute format('alter table audit_seal add constraint audit_seal_bound check (event_id < %L) not valid', bound);
end $$;
