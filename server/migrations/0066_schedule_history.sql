-- When each version of a schedule was recorded, and when an installment went in or out of force, so that a past day can be
-- told as it stood in the books on that day. Both follow from the table of installments and are kept by it.
create table schedule_version (
  loan_id bigint not null,
  version smallint not null,
  recorded_at timestamptz not null default app_now(),
  primary key (loan_id, version)
);
create trigger schedule_version_append_only before update or delete or truncate on schedule_version
  for each statement execute function refuse_change();

create table schedule_change (
  loan_id bigint not null,
  no smallint not null,
  recorded_at timestamptz not null default app_now(),
  -- What it was until then. Of several changes in one transaction only the first is kept, since nobody saw the others.
  was_in_force boolean not null,
  primary key (loan_id, no, recorded_at)
);
create trigger schedule_change_append_only before update or delete or truncate on schedule_change
  for each statement execute function refuse_change();

-- What was recorded before: new terms have their own time, an early settlement that of its payment, the first schedule that
-- of the loan's service. Of reversed ones there is no other time than the one of the reversal.
insert into schedule_version (loan_id, version, recorded_at)
select v.loan_id, v.version, coalesce(
         (select r.created_at from restructuring_record r where r.loan_id = v.loan_id and r.version = v.version),
         (select min(p.created_at) from loan_payment p join lender_repayment r on r.payment_id = p.id
           join installment i on i.loan_id = p.loan_id and i.no = r.no
           where p.loan_id = v.loan_id and p.settles and i.version = v.version and v.version > v.first),
         (select s.created_at from loan_servicing s where s.loan_id = v.loan_id), l.created_at)
  from (select distinct loan_id, version, min(version) over (partition by loan_id) as first from installment) v
  join loan l on l.id = v.loan_id;
insert into schedule_change (loan_id, no, recorded_at, was_in_force)
select i.loan_id, i.no,
       coalesce((select min(v.recorded_at) from schedule_version v where v.loan_id = i.loan_id and v.version > i.version
                    and i.superseded_on > '-infinity'),
                (select min(r.created_at) from reversal r where r.kind = 'RESTRUCTURING' and r.of_id = i.loan_id || '/' || i.version),
                (select max(p.created_at) from loan_payment p where p.loan_id = i.loan_id and p.reverses is not null),
                (select v.recorded_at from schedule_version v where v.loan_id = i.loan_id and v.version = i.version)), true
  from installment i where i.superseded_on is not null;

create function keep_schedule_version() returns trigger language plpgsql as $$
begin
  insert into schedule_version (loan_id, version) select distinct loan_id, version from fresh on conflict do nothing;
  return null;
end $$;
create trigger installment_versions after insert on installment
  referencing new table as fresh for each statement execute function keep_schedule_version();

create function keep_schedule_change() returns trigger language plpgsql as $$
begin
  insert into schedule_change (loan_id, no, was_in_force) values (old.loan_id, old.no, old.superseded_on is null)
  on conflict do nothing;
  return null;
end $$;
create trigger installment_changes after update of superseded_on on installment
  for each row when ((old.superseded_on is null) <> (new.superseded_on is null)) execute function keep_schedule_change();

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on schedule_version, schedule_change from pematang_app;
  end if;
end $$;
