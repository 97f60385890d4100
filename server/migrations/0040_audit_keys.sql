-- The key that a link of the audit chain is sealed with: HMAC(key, h(n-1) || n, key's id || row n), the key outside the
-- database. Null in links of before there was a key, SHA-256(h(n-1) || row n), which stay as they are.
alter table audit_seal add column key_id text check (length(key_id) between 1 and 40);

-- What was signed of the chain's last link, as it was written where the operator keeps it.
create table audit_anchor (
  id uuid primary key,
  at timestamptz not null default app_now(),
  seq bigint not null references audit_seal (seq),
  line text not null
);
create index audit_anchor_at on audit_anchor (at desc);
create trigger audit_anchor_append_only before update or delete or truncate on audit_anchor
  for each statement execute function refuse_change();

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on audit_anchor from pematang_app;
  end if;
end $$;
