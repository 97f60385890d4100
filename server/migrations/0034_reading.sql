-- That a lender has fetched an agreement before funding on it. The audit trail says when and how often; this says it to a
-- funding with one look.
create table agreement_opening (
  agreement_id uuid not null references agreement (id),
  kind text not null check (kind in ('PP', 'PPFP')),
  lender_id bigint not null,
  opened_at timestamptz not null default app_now(),
  primary key (agreement_id, kind)
);
create trigger agreement_opening_append_only before update or delete or truncate on agreement_opening
  for each statement execute function refuse_change();

-- Agreements that can still be funded on, as the audit trail has them.
insert into agreement_opening (agreement_id, kind, lender_id, opened_at)
select d.agreement_id, d.kind, d.lender_id, min(e.at)
  from document d join audit_event e on e.operation = 'downloadDocument' and e.subject = 'document:' || d.id
 where d.kind in ('PP', 'PPFP') and d.created_at > app_now() - interval '2 days' and e.outcome = 'done'
   and e.actor = 'lender:' || d.lender_id
 group by d.agreement_id, d.kind, d.lender_id;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on agreement_opening from pematang_app;
  end if;
end $$;
