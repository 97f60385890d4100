-- The addendum to the agreements of the holdings that a command transferred, for both sides; older transfers have none.
create table transfer_addendum (
  id text primary key,
  from_lender bigint not null references lender (id),
  to_lender bigint not null references lender (id),
  -- What the new holder pays the former for an assignment, in whole rupiah. They settle it themselves; no money moves here.
  price bigint check (price > 0),
  bytes bytea,
  sha256 bytea not null check (length(sha256) = 32),
  created_at timestamptz not null default app_now()
);
create index transfer_addendum_from on transfer_addendum (from_lender, created_at);
create index transfer_addendum_to on transfer_addendum (to_lender, created_at);
create index transfer_addendum_outside on transfer_addendum (sha256) where bytes is null;
create trigger transfer_addendum_bytes_kept before update on transfer_addendum for each row execute function document_bytes_guard();
create trigger transfer_addendum_append_only before update or delete or truncate on transfer_addendum
  for each statement execute function refuse_document_change();

alter table holding_transfer_record add column addendum text references transfer_addendum (id);
create or replace view holding_transfer as
select t.* from holding_transfer_record t
 where not exists (select from reversal r where r.kind = 'HOLDING_TRANSFER' and r.of_id = t.id::text);

create or replace function is_outside_document(of_sha256 bytea) returns boolean language sql stable as $$
  select exists (select from document where sha256 = of_sha256 and bytes is null)
      or exists (select from factsheet where sha256 = of_sha256 and bytes is null)
      or exists (select from statement_pdf where sha256 = of_sha256 and bytes is null)
      or exists (select from balance_confirmation where sha256 = of_sha256 and bytes is null)
      or exists (select from vote_document where sha256 = of_sha256 and bytes is null)
      or exists (select from transfer_addendum where sha256 = of_sha256 and bytes is null)
$$;
alter table document_move drop constraint document_move_relation_check;
alter table document_move add constraint document_move_relation_check
  check (relation in ('document', 'factsheet', 'statement_pdf', 'balance_confirmation', 'vote_document', 'transfer_addendum'));

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on transfer_addendum from pematang_app;
  end if;
end $$;
