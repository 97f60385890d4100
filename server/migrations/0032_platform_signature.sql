-- The certificates with which the platform has signed agreements, each once, for good; and with which one a document was
-- signed before it was shown. Documents of before this have none.
create table platform_certificate (
  sha256 bytea primary key check (sha256 = sha256(der)),
  der bytea not null,
  first_used_at timestamptz not null default app_now()
);
create trigger platform_certificate_append_only before update or delete or truncate on platform_certificate
  for each statement execute function refuse_change();

alter table document add column platform_certificate bytea references platform_certificate (sha256);

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on platform_certificate from pematang_app;
  end if;
end $$;
