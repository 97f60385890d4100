-- The standing mandate of a lender (kuasa): the platform may fund loans in their name, within two ceilings and for a time,
-- and have the agreements signed by hash. Each one that was shown is a version; none of these rows ever changes.
create table mandate (
  id uuid primary key,
  lender_id bigint not null references lender (id),
  version integer not null check (version > 0),
  -- What the lender knows it by; it stands in the text.
  number text not null unique,
  -- The most that fundings under it may be on one loan, and in all. Whole rupiah.
  largest_per_loan bigint not null check (largest_per_loan > 0),
  total_budget bigint not null,
  valid_until timestamptz not null,
  -- All that its text says, and the hash of that text.
  snapshot jsonb not null,
  text_sha256 bytea not null check (length(text_sha256) = 32),
  created_at timestamptz not null default app_now(),
  unique (lender_id, version),
  unique (lender_id, id),
  constraint mandate_ceilings check (largest_per_loan <= total_budget),
  constraint mandate_time check (valid_until > created_at)
);

-- That its lender has opened its text, without which it is not granted.
create table mandate_opening (
  mandate_id uuid primary key references mandate (id),
  opened_at timestamptz not null default app_now()
);

-- That its lender has granted it with their password. It then waits for its signature until `sign_before`.
create table mandate_grant (
  mandate_id uuid primary key references mandate (id),
  granted_at timestamptz not null default app_now(),
  sign_before timestamptz not null
);

-- Its signature by hash. From here on it is in force.
create table mandate_signature (
  mandate_id uuid primary key references mandate_grant (mandate_id),
  shown_sha256 bytea not null,
  signed_sha256 bytea not null,
  signed_at timestamptz not null,
  created_at timestamptz not null default app_now()
);

-- Its end, once: REVOKED by its lender or an operator, REPLACED by a later one, EXPIRED or REFUSED without a signature.
-- The time is that of the row, not of the transaction: what waited for a lock came after what it waited for.
create table mandate_end (
  mandate_id uuid primary key references mandate_grant (mandate_id),
  reason text not null check (reason in ('REVOKED', 'REPLACED', 'EXPIRED', 'REFUSED')),
  -- The provider's code of a refusal, or the operator's note.
  detail text check (length(detail) between 1 and 500),
  ended_at timestamptz not null default app_clock()
);

-- The fundings that were decided under a mandate: they are automatic, and are signed by it.
create table mandate_funding (
  lender_id bigint not null,
  funding_id uuid not null unique,
  mandate_id uuid not null,
  loan_id bigint not null,
  primary key (lender_id, funding_id),
  foreign key (lender_id, funding_id) references funding (lender_id, id),
  foreign key (lender_id, mandate_id) references mandate (lender_id, id)
);
create index mandate_funding_mandate on mandate_funding (mandate_id, loan_id);

-- The text of a mandate as it was shown, and as it was signed, beside the agreements.
alter table document alter column agreement_id drop not null;
alter table document add column mandate_id uuid references mandate (id);
alter table document add constraint document_subject check (num_nonnulls(agreement_id, mandate_id) = 1);
alter table document drop constraint document_kind_check;
alter table document add constraint document_kind_check
  check (kind in ('PP', 'PPFP', 'PP_SIGNED', 'PPFP_SIGNED', 'PP_VOID', 'PPFP_VOID', 'MANDATE', 'MANDATE_SIGNED'));
alter table document add constraint document_kind_of_mandate
  check ((mandate_id is not null) = (kind in ('MANDATE', 'MANDATE_SIGNED')));
create unique index document_of_mandate on document (mandate_id, kind) where mandate_id is not null;

do $$
declare
  name text;
  -- The view as the newest migration left it; a mandate that waits for its signature is added to it.
  before text := pg_get_viewdef('awaited_job'::regclass);
begin
  foreach name in array array['mandate', 'mandate_opening', 'mandate_grant', 'mandate_signature', 'mandate_end',
                              'mandate_funding'] loop
    execute format('create trigger %I before update or delete or truncate on %I for each statement
                    execute function refuse_change()', name || '_append_only', name);
  end loop;
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on mandate, mandate_opening, mandate_grant, mandate_signature, mandate_end, mandate_funding from pematang_app;
  end if;
  execute 'create or replace view awaited_job as ' || rtrim(before, E'; \n') || $union$
    union all
   select 'mandate.sign'::text, 'urgent'::text, jsonb_build_object('mandateId', g.mandate_id), g.granted_at
     from mandate_grant g
    where not exists (select from mandate_signature s where s.mandate_id = g.mandate_id)
      and not exists (select from mandate_end e where e.mandate_id = g.mandate_id)$union$;
end $$;
