-- Whatever waits has an end: what a provider of e-signatures may have is known, what was signed too late is kept as void,
-- and everything that waits is found again when its job is gone.

alter table signing_request
  -- Who takes the signature. It stays what it was when the first document was sent.
  add column provider text not null default 'PRIVY' check (provider in ('PRIVY', 'XIGNATURE')),
  -- Since when the provider certainly has nothing any more that could be signed.
  add column closed_at timestamptz;

-- Calls to the provider whose end is not known: each is noted before it is made and taken away when its end is certain.
-- While one stands here the provider may have the documents, though it gave no token.
create table signing_attempt (
  id uuid primary key,
  funding_id uuid not null references signing_request (funding_id),
  begun_at timestamptz not null default app_clock()
);
create index signing_attempt_of_funding on signing_attempt (funding_id);

-- Before these columns a loan was withdrawn without a word to the provider: those documents are still to be cancelled.
update signing_request r set closed_at = app_now() from funding f
 where f.id = r.funding_id and f.state not in ('WAITING', 'WITHDRAWN');
-- And what was on its way to the provider was not noted.
insert into signing_request (funding_id, lender_id, provider)
select f.id, f.lender_id, l.dgsign_type from funding f join lender l on l.id = f.lender_id where f.state = 'WAITING'
    on conflict do nothing;
insert into signing_attempt (id, funding_id)
select gen_random_uuid(), r.funding_id from signing_request r
 where r.closed_at is null and r.provider_token is null;
create index signing_request_open on signing_request (funding_id) where closed_at is null;

-- Why a funding ended without a signature, as a code; null where its state says all.
alter table funding add column end_reason text;

-- Fundings whose provider does not answer as it should, since when, and how often it was asked. Gone when it does.
create table signing_stall (
  funding_id uuid primary key,
  reason text not null,
  -- What the provider or the program said.
  detail text not null,
  since timestamptz not null default app_now(),
  tries integer not null default 1
);

-- A signature that came when the funding had ended without it: it binds nobody, and its files are kept as void.
create table void_signature (
  funding_id uuid primary key,
  lender_id bigint not null,
  provider text not null check (provider in ('PRIVY', 'XIGNATURE')),
  provider_token text not null,
  shown_sha256 bytea not null,
  signed_sha256 bytea not null,
  signed_at timestamptz not null,
  created_at timestamptz not null default app_now()
);
create trigger void_signature_append_only before update or delete or truncate on void_signature
  for each statement execute function refuse_change();
alter table document drop constraint document_kind_check;
alter table document add constraint document_kind_check
  check (kind in ('PP', 'PPFP', 'PP_SIGNED', 'PPFP_SIGNED', 'PP_VOID', 'PPFP_VOID'));

-- Everything that waits, with the job that is to end it: what has none that is alive gets one (sweepJobs), and the audit
-- of the books names it (I32).
create view awaited_job as
  select 'signing.follow'::text as kind, 'ordinary'::text as line,
         jsonb_build_object('fundingId', id) as payload, created_at as since
    from funding where state = 'WAITING'
   union all
  select 'signing.follow', 'ordinary', jsonb_build_object('fundingId', r.funding_id), r.created_at
    from signing_request r join funding f on f.id = r.funding_id
   where r.closed_at is null and f.state <> 'WAITING'
   union all
  select 'withdrawal.follow', 'bank', jsonb_build_object('withdrawalId', id), created_at
    from withdrawal where ended_at is null
   union all
  select 'bulk.fund', 'bulk', jsonb_build_object('lenderId', lender_id, 'bulkId', id), created_at
    from bulk_funding where ended_at is null
   union all
  select 'bulk.papers', 'bulk', jsonb_build_object('lenderId', b.lender_id, 'bulkId', b.id), b.ended_at
    from bulk_funding b
   where b.ended_at is not null
     and exists (select from bulk_funding_loan l
                  where l.lender_id = b.lender_id and l.bulk_id = b.id and l.state = 'FUNDED'
                    and (l.pp_sha256 is null and not exists (select from document d where d.agreement_id = l.funding_id)
                         or not exists (select from factsheet s where s.loan_id = l.loan_id)))
   union all
  select 'documents.factsheet', 'bulk', jsonb_build_object('loanNumber', l.loan_number), l.created_at
    from loan_position p join loan l on l.id = p.loan_id
   where p.status <> 'DRAFT' and not exists (select from factsheet s where s.loan_id = p.loan_id)
     and exists (select from funding f join signature g on g.funding_id = f.id where f.loan_id = p.loan_id);

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on void_signature from pematang_app;
  end if;
end $$;
