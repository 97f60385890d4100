-- Answers of calls without a client's key (docs/decisions/0045-growing-tables.md). Only the same call looks for its answer, while it
-- is tried again after an unknown outcome, so a day is long enough. Three partitions take turns by the day, and the one of
-- the next day is truncated. The day is that of the id (its first 48 bits are its time), so a retry after midnight looks in the
-- same partition.

create table own_answer (
  slot smallint not null,
  id uuid not null,
  -- Null only inside the transaction that works it out.
  answer jsonb,
  created_at timestamptz not null default app_now(),
  replays integer not null default 0,
  primary key (id, slot)
) partition by list (slot);
create table own_answer_0 partition of own_answer for values in (0) with (fillfactor = 80);
create table own_answer_1 partition of own_answer for values in (1) with (fillfactor = 80);
create table own_answer_2 partition of own_answer for values in (2) with (fillfactor = 80);

-- Truncates the partition of the next day, and says whether it did. It is left as it is when an answer in it is
-- younger than an hour: then a clock is a day ahead of another one. Where a transaction of some seconds uses the partition (the demo
-- data is made on past days), it is left for the next call.
create function empty_own_answers() returns boolean language plpgsql security definer set lock_timeout = '1s' as $$
declare
  part text := 'own_answer_' || (extract(epoch from app_now())::bigint / 86400 + 1) % 3;
  found boolean;
begin
  execute format('select exists (select from %I)', part) into found;
  if not found then return false; end if;
  begin
    execute format('lock table %I in access exclusive mode', part);
  exception when lock_not_available then
    return false;
  end;
  execute format('select exists (select from %I where created_at > app_now() - interval ''1 hour'')', part) into found;
  if found then
    raise exception 'the answers of the next day are in use: the clocks of the processes and of the database differ by a day';
  end if;
  execute format('truncate %I', part);
  return true;
end $$;

do $$ begin
  execute format('alter function empty_own_answers() set search_path = %I, pg_temp', current_schema());
  revoke execute on function empty_own_answers() from public;
  if exists (select from pg_roles where rolname = 'pematang_app') then
    grant execute on function empty_own_answers() to pematang_app;
    revoke truncate on own_answer from pematang_app;
    revoke insert, update, delete, truncate on own_answer_0, own_answer_1, own_answer_2 from pematang_app;
  end if;
end $$;
