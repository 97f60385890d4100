-- What was retired of the audit trail: partitions that were dropped at the end of their retention, after they were verified.
create table audit_retirement (
  id uuid primary key,
  at timestamptz not null default app_now(),
  -- All partitions that end here or before were dropped.
  end_id uuid not null unique,
  entries bigint not null check (entries > 0),
  -- The last link that was dropped. A signed head of it or of a later one is kept outside the database.
  last_seq bigint not null check (last_seq > 0)
);
create trigger audit_retirement_append_only before update or delete or truncate on audit_retirement
  for each statement execute function refuse_change();

-- Dropped links whose next link is still there: the chain goes on from them. Mostly the last one, and some more where entries of
-- around New Year were not sealed in the order of their ids.
create table audit_retired_link (
  seq bigint primary key,
  hash bytea not null check (length(hash) = 32),
  key_id text,
  retirement_id uuid not null references audit_retirement (id)
);
create trigger audit_retired_link_append_only before update or delete or truncate on audit_retired_link
  for each statement execute function refuse_change();

-- The links that a retirement left, as its entry in the audit trail names them.
create function audit_retired_digest(retirement uuid) returns text language sql stable as $$
  select encode(sha256(convert_to(string_agg(seq || ':' || encode(hash, 'hex'), ',' order by seq), 'UTF8')), 'hex')
    from audit_retired_link where retirement_id = retirement
$$;

-- Drops the partitions that end at this id or before, with their seals. Only the owner of the tables may call it. What is verified
-- before (the whole chain, and a signed head outside the database) is in server/src/platform/audit/retire.ts.
create function retire_audit(retirement uuid, until_id uuid) returns void language plpgsql as $$
declare
  events_of regclass[];
  seals_of regclass[];
  part regclass;
  last bigint;
begin
  if until_id is null or until_id > audit_id_at(app_now() - interval '10 years') then
    raise exception 'the audit trail is kept for ten years';
  end if;
  if not exists (select from audit_partition where end_id = until_id) then
    raise exception 'no partition of the audit trail ends there';
  end if;
  perform pg_advisory_xact_lock(hashtext('audit.seal'));
  select array_agg(events::regclass), array_agg(seals::regclass) into events_of, seals_of
    from audit_partition where end_id <= until_id;
  if exists (select from audit_event e where e.id < until_id and e.tableoid = any (events_of)
                and not exists (select from audit_seal s where s.event_id = e.id and s.event_id < until_id)) then
    raise exception 'some of these entries are not sealed yet';
  end if;
  insert into audit_retirement (id, end_id, entries, last_seq)
    select retirement, until_id, count(*), max(seq) from audit_seal
     where event_id < until_id and tableoid = any (seals_of)
    returning last_seq into last;
  if not exists (select from audit_anchor where seq >= last) then
    raise exception 'no signed head is of the last of these entries or of a later one';
  end if;
  insert into audit_retired_link (seq, hash, key_id, retirement_id)
    select dropped.seq, dropped.hash, dropped.key_id, retirement
      from audit_seal dropped join audit_seal next on next.seq = dropped.seq + 1
     where dropped.event_id < until_id and dropped.tableoid = any (seals_of) and next.tableoid <> all (seals_of);
  if not exists (select from audit_retired_link where seq = last) then
    raise exception 'nothing is sealed behind the last of these entries';
  end if;
  foreach part in array seals_of || events_of loop
    execute format('drop table %s', part);
  end loop;
end $$;

-- Makes the partitions that are missing where entries are in the partition for all others, and moves them there. Only the owner of
-- the tables may call it; both tables are locked meanwhile.
create function move_other_audit_entries() returns bigint language plpgsql as $$
declare
  moved bigint;
begin
  perform pg_advisory_xact_lock(hashtext('audit.seal'));
  alter table audit_seal detach partition audit_seal_other;
  alter table audit_event detach partition audit_event_other;
  alter table audit_event_other rename to audit_event_moved;
  alter table audit_seal_other rename to audit_seal_moved;
  perform make_audit_partitions();
  create table audit_event_other partition of audit_event default;
  create table audit_seal_other partition of audit_seal
    (primary key (seq), unique (event_id), foreign key (event_id) references audit_event_other) default;
  create trigger audit_event_append_only before update or delete or truncate on audit_event_other
    for each statement execute function refuse_change();
  create trigger audit_seal_append_only before update or delete or truncate on audit_seal_other
    for each statement execute function refuse_change();
  insert into audit_event select * from audit_event_moved;
  insert into audit_seal select * from audit_seal_moved;
  select count(*) into moved from audit_event_moved e where not exists (select from audit_event_other o where o.id = e.id);
  drop table audit_seal_moved;
  drop table audit_event_moved;
  perform make_audit_partitions();
  return moved;
end $$;

do $$ begin
  revoke execute on function retire_audit(uuid, uuid), move_other_audit_entries() from public;
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke execute on function retire_audit(uuid, uuid), move_other_audit_entries() from pematang_app;
    revoke insert, update, delete, truncate on audit_retirement, audit_retired_link from pematang_app;
  end if;
end $$;
