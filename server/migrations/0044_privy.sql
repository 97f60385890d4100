-- Privy gives a token to each document. It is kept as soon as it is known, so that a document is not sent a second time
-- because the next one was not taken, and so that a callback finds its funding.
create table esign_document (
  token text primary key,
  funding_id uuid not null references signing_request (funding_id),
  -- Of the file, as the app calls it.
  name text not null,
  created_at timestamptz not null default app_now(),
  unique (funding_id, name)
);
create trigger esign_document_append_only before update or delete or truncate on esign_document
  for each statement execute function refuse_change();

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on esign_document from pematang_app;
  end if;
end $$;
