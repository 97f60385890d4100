-- Cash that lenders had at the former system: what was theirs at a bank at the end of a day. It is entered once, needs no line
-- of the bank, and is taken back once by a reversal; `occurrence` counts what was entered again after that.
create table cash_opening (
  id uuid primary key,
  lender_id bigint not null references lender (id),
  method_payment smallint not null check (method_payment in (1, 2)),
  amount bigint not null check (amount > 0),
  -- The day at whose end the former system said so; the entry is of the day on which it was made.
  as_of date not null,
  occurrence integer not null check (occurrence > 0),
  created_at timestamptz not null default app_now(),
  constraint cash_opening_once unique (lender_id, method_payment, occurrence)
);
create trigger cash_opening_append_only before update or delete or truncate on cash_opening
  for each statement execute function refuse_change();

-- Kinds of reversals are added to those that there are, so that the order of such migrations does not matter.
do $$ declare kinds text; begin
  select string_agg(quote_literal(kind), ', ' order by place) into kinds from (
    select m[1] as kind, place from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([A-Z_]+)''', 'g')
           with ordinality as found (m, place)
     where conname = 'reversal_kind_check' and conrelid = 'reversal'::regclass
    union all
    select 'CASH_OPENING', 1000
  ) named;
  alter table reversal drop constraint reversal_kind_check;
  execute format('alter table reversal add constraint reversal_kind_check check (kind in (%s)) not valid', kinds);
  alter table reversal validate constraint reversal_kind_check;
end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on cash_opening from pematang_app;
  end if;
end $$;
