-- What an operator does day by day: lenders who may not act.

-- SUSPENDED: no login, no funding; what they hold goes on. CLOSED: nothing was left of them.
alter table lender
  add column state text not null default 'ACTIVE' check (state in ('ACTIVE', 'SUSPENDED', 'CLOSED')),
  add column state_since timestamptz;
