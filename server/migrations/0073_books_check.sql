-- The checks of the books that the worker makes by itself, the last one of each kind. Figures for the metrics: what proves
-- something is the check, which can be made at any time.

create table books_check (
  kind text primary key check (kind in ('CHANGES', 'WHOLE')),
  -- Until when no other worker makes the same one.
  claimed_until timestamptz,
  ended_at timestamptz,
  seconds double precision,
  -- Rows found by broken invariant, at most 20 each.
  breaches jsonb not null default '{}'
);
insert into books_check (kind) values ('CHANGES'), ('WHOLE');
