-- The figures of a month as they were known when its last day was closed: what was recorded later, or taken back later, is
-- told apart from what was known. And a feed of users, loans and fundings in the order of commits.

-- A disbursement or opening that was reversed, as it stood until then.
create table ended_servicing (
  loan_id bigint not null,
  disbursed_on date not null,
  principal bigint not null,
  recorded_at timestamptz not null,
  ended_at timestamptz not null default app_now(),
  primary key (loan_id, ended_at)
);
create trigger ended_servicing_append_only before update or delete or truncate on ended_servicing
  for each statement execute function refuse_change();
-- Reversed before: the entry of the reversal in the audit trail has day and amount.
insert into ended_servicing (loan_id, disbursed_on, principal, recorded_at, ended_at)
select t.ref::bigint, (e.detail ->> 'disbursedOn')::date, (e.detail ->> 'amount')::bigint, max(t.created_at), r.created_at
  from audit_event e join reversal r on r.id::text = e.detail ->> 'reversalId' and r.kind = 'DISBURSEMENT'
  join transfer back on back.journal_id = r.journal_id
  join transfer t on t.kind = 'DISBURSEMENT' and t.ref = back.ref and t.created_at < r.created_at
 where e.operation = 'reverseDisbursement' and e.outcome = 'done'
 group by t.ref, e.detail, r.created_at
on conflict do nothing;
create function keep_ended_servicing() returns trigger language plpgsql as $$
begin
  insert into ended_servicing (loan_id, disbursed_on, principal, recorded_at)
  values (old.loan_id, old.disbursed_on, old.principal, old.created_at);
  return null;
end $$;
create trigger loan_servicing_ended after delete on loan_servicing for each row execute function keep_ended_servicing();

-- The day on which an installment that was out of force had been replaced.
alter table schedule_change add column was_superseded_on date;
create or replace function keep_schedule_change() returns trigger language plpgsql as $$
begin
  insert into schedule_change (loan_id, no, was_in_force, was_superseded_on)
  values (old.loan_id, old.no, old.superseded_on is null, old.superseded_on)
  on conflict do nothing;
  return null;
end $$;
drop trigger installment_changes on installment;
create trigger installment_changes after update of superseded_on on installment
  for each row when (old.superseded_on is distinct from new.superseded_on) execute function keep_schedule_change();

-- Every disbursement and opening up to a day as known before an instant; `opened` where another system paid the loan out.
create function services_known(of_day date, known_before timestamptz)
returns table (loan_id bigint, disbursed_on date, principal bigint, opened boolean) language sql stable as $$
  select s.loan_id, s.disbursed_on, s.principal,
         exists (select from loan_take_over_record t where t.loan_id = s.loan_id and t.as_of is not null and t.created_at < known_before
                    and not exists (select from reversal r where r.kind = 'TAKE_OVER' and r.of_id = t.loan_id || '/' || t.occurrence
                                       and r.created_at < known_before))
    from (
      select n.loan_id, n.disbursed_on, n.principal, n.created_at, 'infinity'::timestamptz as ended_at from loan_servicing n
      union all
      select e.loan_id, e.disbursed_on, e.principal, e.recorded_at, e.ended_at from ended_servicing e
    ) s
   where s.disbursed_on <= of_day and s.created_at < known_before
     and s.ended_at >= known_before
$$;

-- Every write-off up to a day as known before an instant.
create function write_offs_known(of_day date, known_before timestamptz)
returns table (loan_id bigint, written_off_on date, principal bigint, created_at timestamptz) language sql stable as $$
  select w.loan_id, w.written_off_on, w.principal, w.created_at from write_off_record w
   where w.written_off_on <= of_day and w.created_at < known_before
     and not exists (select from reversal r where r.kind = 'WRITE_OFF' and r.of_id = w.id::text and r.created_at < known_before)
$$;

-- Every loan with unpaid principal at the end of a day, as known before an instant ('infinity': as known now), and the due
-- date of its oldest unpaid installment. Records count that were made before the instant with a value date up to the day:
-- payments towards the installments in force on it, oldest first; a replaced installment counts with what was paid on it.
create function loans_known(of_day date, known_before timestamptz)
returns table (loan_id bigint, borrower_id bigint, outstanding bigint, oldest_due date) language sql stable as $$
  with service as materialized (
    select * from services_known(of_day, known_before)
  ), payment as materialized (
    select p.id, p.loan_id, p.principal, p.interest from loan_payment p
     where p.paid_on <= of_day and p.created_at < known_before
  ), paid as materialized (
    select p.loan_id, sum(p.principal)::bigint as principal, sum(p.principal + p.interest)::bigint as pool
      from payment p group by p.loan_id
  ), changed as materialized (
    select distinct on (c.loan_id, c.no) c.loan_id, c.no, c.was_in_force, c.was_superseded_on
      from schedule_change c where c.recorded_at >= known_before order by c.loan_id, c.no, c.recorded_at
  ), line as materialized (
    select i.loan_id, i.no, i.due_date, i.principal + i.interest as due,
           case when c.loan_id is null then i.superseded_on
                when not c.was_in_force then coalesce(c.was_superseded_on, '-infinity') end as superseded_on
      from service s join installment i on i.loan_id = s.loan_id
      join schedule_version v on v.loan_id = i.loan_id and v.version = i.version and v.recorded_at < known_before
      left join changed c on c.loan_id = i.loan_id and c.no = i.no
  ), replaced as materialized (
    select l.loan_id, l.no, sum(r.principal + r.interest)::bigint as paid
      from line l join payment p on p.loan_id = l.loan_id join lender_repayment r on r.payment_id = p.id and r.no = l.no
     where l.superseded_on <= of_day group by l.loan_id, l.no
  ), asked as (
    select l.loan_id, l.due_date, coalesce(l.superseded_on > of_day, true) as in_force,
           sum(case when l.superseded_on <= of_day then coalesce(r.paid, 0) else l.due end)
             over (partition by l.loan_id order by l.no) as through
      from line l left join replaced r on r.loan_id = l.loan_id and r.no = l.no
  ), late as (
    select a.loan_id, min(a.due_date) as oldest_due from asked a left join paid p on p.loan_id = a.loan_id
     where a.in_force and a.due_date < of_day and a.through > coalesce(p.pool, 0) group by a.loan_id
  )
  select s.loan_id, l.borrower_id, s.principal - coalesce(paid.principal, 0), late.oldest_due
    from service s join loan l on l.id = s.loan_id
    left join paid on paid.loan_id = s.loan_id left join late on late.loan_id = s.loan_id
   where s.principal - coalesce(paid.principal, 0) > 0
     and not exists (select from write_offs_known(of_day, known_before) w where w.loan_id = s.loan_id)
$$;

-- What a supervisor counts by and no term of a loan: as told by the loan file or corrected later.
create table loan_facts (
  loan_id bigint not null references loan (id),
  version smallint not null check (version > 0),
  sector text check (sector ~ '^([A-U]|CONSUMER)$'),
  province text check (province ~ '^ID-[A-Z]{2}$'),
  borrower_kind text check (borrower_kind in ('PERSON', 'COMPANY')),
  borrower_sex text check (borrower_sex in ('F', 'M')),
  borrower_birth_year smallint check (borrower_birth_year between 1900 and 2100),
  kept_at timestamptz not null default app_now(),
  primary key (loan_id, version),
  check (borrower_kind is distinct from 'COMPANY' or (borrower_sex is null and borrower_birth_year is null))
);
create trigger loan_facts_append_only before update or delete or truncate on loan_facts
  for each statement execute function refuse_change();

create table lender_facts (
  lender_id bigint not null references lender (id),
  version smallint not null check (version > 0),
  sex text check (sex in ('F', 'M')),
  birth_year smallint check (birth_year between 1900 and 2100),
  province text check (province ~ '^(ID-[A-Z]{2}|ABROAD)$'),
  kept_at timestamptz not null default app_now(),
  primary key (lender_id, version)
);
create trigger lender_facts_append_only before update or delete or truncate on lender_facts
  for each statement execute function refuse_change();

-- The transaction that changed a lender, borrower, loan or funding last. A reader goes along the transactions that ended
-- before all that still run, so that none which commits late is passed over.
create table feed_change (
  kind text not null check (kind in ('LENDER', 'BORROWER', 'LOAN', 'FUNDING')),
  ref text not null,
  transaction xid8 not null default pg_current_xact_id(),
  primary key (kind, ref)
) with (fillfactor = 70);
insert into feed_change (kind, ref)
select 'LENDER', id::text from lender union all select 'BORROWER', id::text from borrower
union all select 'LOAN', loan_id::text from loan_position where status not in ('DRAFT', 'DELETED')
union all select 'FUNDING', id::text from funding;
create index feed_change_order on feed_change (transaction, kind, ref);

-- Called with the kind and the column of the id; rows in the order of their ids, so that two transactions seldom deadlock.
create function note_feed_change() returns trigger language plpgsql security definer as $$
begin
  if tg_level = 'ROW' then
    insert into feed_change as kept (kind, ref) values (tg_argv[0], to_jsonb(new) ->> tg_argv[1])
    on conflict (kind, ref) do update set transaction = excluded.transaction where kept.transaction <> excluded.transaction;
  else
    execute format(
      'insert into feed_change as kept (kind, ref) select distinct %L, %I::text from fresh order by 2
       on conflict (kind, ref) do update set transaction = excluded.transaction where kept.transaction <> excluded.transaction',
      tg_argv[0], tg_argv[1]);
  end if;
  return null;
end $$;
create function note_feed_facts() returns trigger language plpgsql security definer as $$
begin
  insert into feed_change as kept (kind, ref)
  select n.kind, n.ref from fresh f join loan l on l.id = f.loan_id
   cross join lateral (values ('LOAN', l.id::text), ('BORROWER', l.borrower_id::text)) as n (kind, ref)
    join loan_position p on p.loan_id = l.id
   where n.kind = 'BORROWER' or p.status not in ('DRAFT', 'DELETED')
   group by 1, 2 order by 1, 2
  on conflict (kind, ref) do update set transaction = excluded.transaction where kept.transaction <> excluded.transaction;
  return null;
end $$;

create trigger lender_fed after insert on lender referencing new table as fresh
  for each statement execute function note_feed_change('LENDER', 'id');
create trigger lender_fed_again after update of name, user_type_id, state, class_version on lender for each row
  when ((old.name, old.user_type_id, old.state, old.class_version)
          is distinct from (new.name, new.user_type_id, new.state, new.class_version))
  execute function note_feed_change('LENDER', 'id');
create trigger lender_facts_fed after insert on lender_facts referencing new table as fresh
  for each statement execute function note_feed_change('LENDER', 'lender_id');
create trigger borrower_fed after insert on borrower referencing new table as fresh
  for each statement execute function note_feed_change('BORROWER', 'id');
create trigger borrower_fed_again after update on borrower referencing new table as fresh
  for each statement execute function note_feed_change('BORROWER', 'id');
create trigger loan_facts_fed after insert on loan_facts referencing new table as fresh
  for each statement execute function note_feed_facts();
create trigger loan_position_fed after update of status on loan_position for each row
  when (old.status is distinct from new.status) execute function note_feed_change('LOAN', 'loan_id');
create trigger loan_servicing_fed after insert on loan_servicing referencing new table as fresh
  for each statement execute function note_feed_change('LOAN', 'loan_id');
create trigger loan_servicing_fed_again after update on loan_servicing referencing new table as fresh
  for each statement execute function note_feed_change('LOAN', 'loan_id');
create trigger repayment_record_fed after update on repayment_record referencing new table as fresh
  for each statement execute function note_feed_change('LOAN', 'loan_id');
-- Fundings are noted with their loan: a row for each request would take an eighth of the time of a funding.
create function note_feed_fundings() returns trigger language plpgsql security definer as $$
begin
  insert into feed_change as kept (kind, ref)
  select 'FUNDING', f.id::text from funding f where f.loan_id = new.loan_id order by 2
  on conflict (kind, ref) do update set transaction = excluded.transaction where kept.transaction <> excluded.transaction;
  return null;
end $$;
create trigger loan_position_fundings_fed after update of status on loan_position for each row
  when (old.status is distinct from new.status) execute function note_feed_fundings();

do $$
declare
  definer text;
begin
  foreach definer in array array['note_feed_change()', 'note_feed_facts()', 'note_feed_fundings()'] loop
    execute format('alter function %s set search_path = %I, pg_temp', definer, current_schema());
    execute format('revoke execute on function %s from public', definer);
  end loop;
  if exists (select from pg_roles where rolname = 'pematang_app') then
    grant execute on function note_feed_change(), note_feed_facts(), note_feed_fundings() to pematang_app;
    revoke update, delete, truncate on loan_facts, lender_facts from pematang_app;
    revoke insert, update, delete, truncate on ended_servicing, feed_change from pematang_app;
  end if;
end $$;
