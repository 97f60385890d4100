-- Documents may be outside the database: their rows keep the SHA-256, and the place is noted under it. Releases before this one
-- find every document in its row as long as DOCUMENT_STORE is `database`.

-- Where the bytes with this SHA-256 are, outside the database.
create table document_place (
  sha256 bytea primary key check (length(sha256) = 32),
  size integer not null check (size > 0),
  place text not null check (place in ('FOLDER', 'S3')),
  -- When a row last named them; what nobody names is forgotten some days after that.
  kept_at timestamptz not null default app_now()
);

alter table document alter column bytes drop not null;
alter table factsheet alter column bytes drop not null;
alter table statement_pdf alter column bytes drop not null;
alter table balance_confirmation alter column bytes drop not null;

-- Rows whose bytes are outside, by their hash: what may be forgotten or deleted is found by these. They are empty at first; making
-- them reads the rows without their bytes.
create index document_outside on document (sha256) where bytes is null;
create index factsheet_outside on factsheet (sha256) where bytes is null;
create index statement_pdf_outside on statement_pdf (sha256) where bytes is null;
create index balance_confirmation_outside on balance_confirmation (sha256) where bytes is null;

create function is_outside_document(of_sha256 bytea) returns boolean language sql stable as $$
  select exists (select from document where sha256 = of_sha256 and bytes is null)
      or exists (select from factsheet where sha256 = of_sha256 and bytes is null)
      or exists (select from statement_pdf where sha256 = of_sha256 and bytes is null)
      or exists (select from balance_confirmation where sha256 = of_sha256 and bytes is null)
$$;

-- A place that a row needs is never forgotten, and says the same of its bytes for good.
create function document_place_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if is_outside_document(old.sha256) then
      raise exception 'a document is in this place' using errcode = 'integrity_constraint_violation';
    end if;
    return old;
  end if;
  if (new.sha256, new.size) is distinct from (old.sha256, old.size) then
    raise exception 'the place of a document keeps its hash and its length' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger document_place_kept before update or delete on document_place
  for each row execute function document_place_guard();
create trigger document_place_not_truncated before truncate on document_place
  for each statement execute function refuse_change();

-- Rows of documents that were moved, by batch: they are written anew although nothing that they say changes.
create table document_move (
  id uuid primary key,
  relation text not null check (relation in ('document', 'factsheet', 'statement_pdf', 'balance_confirmation')),
  rows integer not null check (rows > 0),
  to_place text not null check (to_place in ('DATABASE', 'FOLDER', 'S3')),
  moved_at timestamptz not null default app_now()
);
create trigger document_move_append_only before update or delete or truncate on document_move
  for each statement execute function refuse_change();

-- Rows of documents are append-only but for their bytes, which may leave for a noted place and come back with the same hash.
create function refuse_document_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create function document_bytes_guard() returns trigger language plpgsql as $$
declare
  same record := new;
begin
  same.bytes := old.bytes;
  if same is distinct from old then
    raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  if old.bytes is not null and new.bytes is null then
    if sha256(old.bytes) is distinct from old.sha256
       or not exists (select from document_place where sha256 = old.sha256 and size = length(old.bytes)) then
      raise exception 'the bytes of % may not leave without a place of the same bytes', tg_table_name
        using errcode = 'integrity_constraint_violation';
    end if;
  elsif old.bytes is null and new.bytes is not null then
    if sha256(new.bytes) is distinct from new.sha256 then
      raise exception 'these bytes are not those of the row of %', tg_table_name
        using errcode = 'integrity_constraint_violation';
    end if;
  else
    raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['document', 'factsheet', 'statement_pdf', 'balance_confirmation'] loop
    execute format('create trigger %I before update on %I for each row execute function document_bytes_guard()',
                   name || '_bytes_kept', name);
    execute format('drop trigger %I on %I', name || '_append_only', name);
    execute format('create trigger %I before update or delete or truncate on %I for each statement
                    execute function refuse_document_change()', name || '_append_only', name);
  end loop;
  if exists (select from pg_roles where rolname = 'pematang_app') then
    -- The time is set when another row names bytes that are there already.
    revoke update, truncate on document_place from pematang_app;
    grant update (kept_at) on document_place to pematang_app;
    revoke insert, update, delete, truncate on document_move from pematang_app;
  end if;
end $$;
