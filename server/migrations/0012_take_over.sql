-- Loans that were funded before this system, with their signed agreements kept elsewhere.

-- A loan is taken over whole and once. The hash is of all that was said of its fundings: the same again is known.
create table loan_take_over (
  loan_id bigint primary key references loan (id),
  source_hash bytea not null check (length(source_hash) = 32),
  fundings integer not null check (fundings > 0),
  created_at timestamptz not null default app_now()
);
create trigger loan_take_over_append_only before update or delete or truncate on loan_take_over
  for each statement execute function refuse_change();

-- For a funding that was taken over: the agreement that its lender signed, by its name in the operator's archive. It
-- stands where agreement, hold and signature stand for a funding that was made here.
create table archived_agreement (
  funding_id uuid primary key,
  lender_id bigint not null,
  loan_id bigint not null references loan_take_over (loan_id),
  amount bigint not null check (amount > 0),
  signed_on date not null,
  reference text not null unique check (length(reference) between 1 and 100),
  sha256 bytea not null check (length(sha256) = 32),
  created_at timestamptz not null default app_now()
);
create index archived_agreement_of_loan on archived_agreement (loan_id);
create trigger archived_agreement_append_only before update or delete or truncate on archived_agreement
  for each statement execute function refuse_change();

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on loan_take_over, archived_agreement from pematang_app;
  end if;
end $$;
