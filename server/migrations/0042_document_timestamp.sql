-- Time stamps of documents that are final (RFC 3161, ETSI EN 319 142-1): the document's row stays as it is, and what is
-- appended to its bytes stands here, once and for good.
create table document_timestamp (
  document_id text primary key references document (id),
  -- The incremental update that follows the document's bytes.
  revision bytea not null,
  -- Where in it the token stands, with its brackets: all else, of the document too, is what the token is over.
  hole_from integer not null check (hole_from >= 0),
  hole_to integer not null check (hole_to > hole_from),
  token bytea not null,
  -- The time that the authority says, its number of the token, and its name.
  stamped_at timestamptz not null,
  serial text not null,
  authority text not null,
  created_at timestamptz not null default app_now()
);
create trigger document_timestamp_append_only before update or delete or truncate on document_timestamp
  for each statement execute function refuse_change();

-- Documents that wait for their time stamp, since when, how often it was asked for, and why there is none yet. Gone when
-- there is.
create table timestamp_request (
  document_id text primary key references document (id),
  asked_at timestamptz not null default app_now(),
  tries integer not null default 0,
  reason text,
  detail text,
  tried_at timestamptz
);

-- They have a line of their own: an authority that hangs holds up nothing else.
alter table job drop constraint job_line_check;
alter table job add constraint job_line_check check (line in ('urgent', 'ordinary', 'bank', 'bulk', 'stamp'));

do $$
declare
  -- The view as the newest migration left it; what waits for a time stamp is added to it.
  before text := pg_get_viewdef('awaited_job'::regclass);
begin
  execute 'create or replace view awaited_job as ' || rtrim(before, E'; \n') || $union$
    union all
   select 'documents.timestamp'::text, 'stamp'::text, jsonb_build_object('documentId', document_id), asked_at
     from timestamp_request$union$;
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on document_timestamp from pematang_app;
  end if;
end $$;
