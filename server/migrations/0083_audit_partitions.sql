-- The tables of the audit trail become the first partitions of new ones, with all that they contain and without a copy. Both are
-- locked for some milliseconds. An entry and its seal are in partitions of the same year, so the reference of a seal is to
-- that partition, and both end together.

alter table audit_event rename to audit_event_first;
alter index audit_event_pkey rename to audit_event_first_pkey;
alter index audit_event_of_lender rename to audit_event_first_of_lender;
create table audit_event (like audit_event_first including defaults) partition by range (id);
alter table audit_event add primary key (id);
create index audit_event_of_lender on audit_event (subject, at desc) where subject like 'lender:%';
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();

-- The signed heads outlive the rows that they are of.
alter table audit_anchor drop constraint audit_anchor_seq_fkey;

alter table audit_seal rename to audit_seal_first;
alter index audit_seal_pkey rename to audit_seal_first_pkey;
alter index audit_seal_event_id_key rename to audit_seal_first_event_id_key;
alter table audit_seal_first rename constraint audit_seal_event_id_fkey to audit_seal_first_event_id_fkey;
create table audit_seal (
  like audit_seal_first including defaults,
  constraint audit_seal_seq_check check (seq > 0),
  constraint audit_seal_hash_check check (length(hash) = 32),
  constraint audit_seal_key_id_check check (length(key_id) between 1 and 40)
) partition by range (event_id);
create trigger audit_seal_append_only before update or delete or truncate on audit_seal
  for each statement execute function refuse_change();

-- Entries whose ids are of no year that has a partition, because a clock was wrong or nobody made one. It shall be empty.
create table audit_event_other partition of audit_event default;
create table audit_seal_other partition of audit_seal
  (primary key (seq), unique (event_id), foreign key (event_id) references audit_event_other) default;
create trigger audit_event_append_only before update or delete or truncate on audit_event_other
  for each statement execute function refuse_change();
create trigger audit_seal_append_only before update or delete or truncate on audit_seal_other
  for each statement execute function refuse_change();

do $$
declare
  bound text := (select substring(pg_get_constraintdef(oid) from '[0-9a-f]{8}-[0-9a-f-]{27}') from pg_constraint
                  where conrelid = 'audit_event_first'::regclass and conname = 'audit_event_bound');
begin
  execute format('alter table audit_event attach partition audit_event_first for values from (minvalue) to (%L)', bound);
  execute format('alter table audit_seal attach partition audit_seal_first for values from (minvalue) to (%L)', bound);
end $$;
alter table audit_event_first drop constraint audit_event_bound;
alter table audit_seal_first drop constraint audit_seal_bound;

-- The partitions of both tables, by what their names end in. Those of the ids that fit no other have no end.
create view audit_partition as
  select substr(e.relname, 13) as name, e.relname::text as events, 'audit_seal_' || substr(e.relname, 13) as seals,
         substring(pg_get_expr(e.relpartbound, e.oid) from 'TO \(''([0-9a-f-]{36})''\)')::uuid as end_id
    from pg_inherits i join pg_class e on e.oid = i.inhrelid
   where i.inhparent = 'audit_event'::regclass;

-- Makes partitions until a year from now has one, and takes from the application's role what default rights gave it: what it
-- writes goes through the whole table, whose triggers and rights would not apply to a partition that is named itself.
create function make_audit_partitions() returns void language plpgsql security definer set lock_timeout = '2s' as $$
declare
  next_id uuid := (select end_id from audit_partition where end_id is not null order by end_id desc limit 1);
  until_id uuid;
  year integer;
  part text;
begin
  while next_id < audit_id_at(app_now() + interval '1 year') loop
    year := audit_year_of(audit_time_of(next_id));
    until_id := audit_year_begins(year + 1);
    execute format('create table %I (like audit_event including defaults including constraints)', 'audit_event_' || year);
    execute format('alter table audit_event attach partition %I for values from (%L) to (%L)',
                   'audit_event_' || year, next_id, until_id);
    execute format('create table %I (like audit_seal including defaults including constraints,
                      primary key (seq), unique (event_id), foreign key (event_id) references %I)',
                   'audit_seal_' || year, 'audit_event_' || year);
    execute format('alter table audit_seal attach partition %I for values from (%L) to (%L)',
                   'audit_seal_' || year, next_id, until_id);
    execute format('create trigger audit_event_append_only before update or delete or truncate on %I
                      for each statement execute function refuse_change()', 'audit_event_' || year);
    execute format('create trigger audit_seal_append_only before update or delete or truncate on %I
                      for each statement execute function refuse_change()', 'audit_seal_' || year);
    next_id := until_id;
  end loop;
  if not exists (select from pg_roles where rolname = 'pematang_app') then return; end if;
  for part in select unnest(array[events, seals]) from audit_partition loop
    if has_table_privilege('pematang_app', part, 'INSERT, UPDATE, DELETE, TRUNCATE') then
      execute format('revoke insert, update, delete, truncate on %I from %I', part, 'pematang_app');
    end if;
  end loop;
end $$;

do $$ begin
  execute format('alter function make_audit_partitions() set search_path = %I, pg_temp', current_schema());
  revoke execute on function make_audit_partitions() from public;
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on audit_event, audit_seal from pematang_app;
    grant execute on function make_audit_partitions() to pematang_app;
  end if;
end $$;
select make_audit_partitions();
