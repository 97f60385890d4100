-- Searches of the marketplace that lenders have saved under a name; at most 20 each. A filter is kept as it stands in the
-- address, and is checked again when it is used.
create table saved_search (
  lender_id bigint not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  filters jsonb not null,
  created_at timestamptz not null default app_now(),
  primary key (lender_id, id)
);
create unique index saved_search_name on saved_search (lender_id, lower(name));
