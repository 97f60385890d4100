-- A selection: loans of the marketplace that a lender funded with one request, each with an amount of its own. It says
-- for each loan which funding it became, or why it became none; what stands of a funding is in its own row.
create table funding_selection (
  lender_id bigint not null references lender (id),
  id uuid not null,
  created_at timestamptz not null default app_now(),
  primary key (lender_id, id)
);
create table funding_selection_loan (
  lender_id bigint not null,
  selection_id uuid not null,
  -- The place in the selection, from 1: the loans were decided in this order.
  place smallint not null check (place between 1 and 50),
  loan_id bigint not null references loan (id),
  amount bigint not null,
  funding_id uuid,
  -- The code of the refusal, with the values in its sentence.
  refusal text,
  refusal_params jsonb,
  primary key (lender_id, selection_id, place),
  unique (lender_id, selection_id, loan_id),
  foreign key (lender_id, selection_id) references funding_selection (lender_id, id),
  foreign key (lender_id, funding_id) references funding (lender_id, id),
  constraint funding_selection_loan_end check (num_nonnulls(funding_id, refusal) = 1),
  constraint funding_selection_loan_params check ((refusal is null) = (refusal_params is null))
);
-- A funding is of one selection at most.
create unique index funding_selection_loan_funding on funding_selection_loan (lender_id, funding_id)
  where funding_id is not null;

create trigger funding_selection_append_only before update or delete or truncate on funding_selection
  for each statement execute function refuse_change();
create trigger funding_selection_loan_append_only before update or delete or truncate on funding_selection_loan
  for each statement execute function refuse_change();

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on funding_selection, funding_selection_loan from pematang_app;
  end if;
end $$;
