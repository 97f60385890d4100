-- A take-over of a loan can be taken back once, by a reversal, and the loan taken over again. What counts is read under the
-- name that it had; `occurrence` counts the take-overs of a loan, as it counts what was entered again elsewhere.
alter table archived_agreement drop constraint archived_agreement_loan_id_fkey;
alter table loan_take_over rename to loan_take_over_record;
alter table loan_take_over_record drop constraint loan_take_over_pkey;
alter table loan_take_over_record
  add column occurrence smallint not null default 1 check (occurrence > 0),
  add constraint loan_take_over_record_pkey primary key (loan_id, occurrence);
alter trigger loan_take_over_append_only on loan_take_over_record rename to loan_take_over_record_append_only;
create view loan_take_over as
select t.* from loan_take_over_record t
 where not exists (select from reversal r where r.kind = 'TAKE_OVER' and r.of_id = t.loan_id || '/' || t.occurrence);

-- An agreement of a take-over that was taken back is named again by the next one.
alter table archived_agreement drop constraint archived_agreement_reference_key;
alter table archived_agreement
  add column take_over smallint not null default 1,
  add column occurrence smallint not null default 1 check (occurrence > 0),
  add constraint archived_agreement_once unique (reference, occurrence),
  add constraint archived_agreement_take_over foreign key (loan_id, take_over)
    references loan_take_over_record (loan_id, occurrence);

do $$ declare kinds text; begin
  select string_agg(quote_literal(kind), ', ' order by place) into kinds from (
    select m[1] as kind, place from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([A-Z_]+)''', 'g')
           with ordinality as found (m, place)
     where conname = 'reversal_kind_check' and conrelid = 'reversal'::regclass
    union all
    select 'TAKE_OVER', 1000
  ) named;
  alter table reversal drop constraint reversal_kind_check;
  execute format('alter table reversal add constraint reversal_kind_check check (kind in (%s)) not valid', kinds);
  alter table reversal validate constraint reversal_kind_check;
end $$;

-- As before, and an opening balance leaves no loan to service either.
create or replace function undo_disbursement(of_loan bigint, by_reversal uuid) returns void
  language plpgsql security definer as $$
begin
  if not exists (select from reversal r join transfer t on t.journal_id = r.journal_id
                  where r.id = by_reversal and (r.kind, t.kind) in (('DISBURSEMENT', 'DISBURSEMENT'), ('TAKE_OVER', 'OPENING'))
                    and t.ref = of_loan::text)
     or exists (select from standing_payment where loan_id = of_loan)
     or exists (select from write_off where loan_id = of_loan) then
    raise exception 'a disbursement is undone by its reversal' using errcode = 'integrity_constraint_violation';
  end if;
  delete from funding_balance where loan_id = of_loan;
  -- They never counted; the next schedule is numbered on behind them.
  update installment set superseded_on = '-infinity' where loan_id = of_loan and superseded_on is null;
  delete from loan_servicing where loan_id = of_loan;
  update loan set disbursed_on = null where id = of_loan;
  perform refresh_loans(array[of_loan]);
end $$;
do $$ begin
  execute format('alter function undo_disbursement(bigint, uuid) set search_path = %I, pg_temp', current_schema());
end $$;

-- A loan is a draft again only where its take-over was taken back and nothing of it stands.
drop trigger loan_position_kept on loan_position;
create trigger loan_position_kept before update on loan_position for each row
  when (old.status <> 'DRAFT'
        and ((new.loan_id, new.minimum, new.loan_type_id, new.tenor, new.escrow_account)
               is distinct from (old.loan_id, old.minimum, old.loan_type_id, old.tenor, old.escrow_account)
             or (new.total <> old.total and (new.total > old.total or new.total <> new.funded + new.reserved))
             or (old.status = 'DELETED' and new.status not in ('DRAFT', 'DELETED'))
             or (old.status <> 'DELETED' and new.status = 'DELETED')
             or (old.status not in ('DELETED', 'FUNDED', 'ACTIVE') and new.status = 'DRAFT')))
  execute function refuse_new_terms();
create function keep_funded_loan() returns trigger language plpgsql as $$
begin
  if not exists (select from loan_take_over_record where loan_id = old.loan_id)
     or exists (select from loan_take_over where loan_id = old.loan_id)
     or exists (select from funding where loan_id = old.loan_id and state in ('WAITING', 'SETTLED'))
     or exists (select from loan_servicing where loan_id = old.loan_id) then
    raise exception 'a funded loan is a draft again when its take-over is taken back'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger loan_position_funded before update on loan_position for each row
  when (old.status in ('FUNDED', 'ACTIVE') and new.status = 'DRAFT') execute function keep_funded_loan();

-- As before, by the take-overs that stand.
create or replace view bank_movement as
select upper(btrim(p.reference) collate "C") as name, null::smallint as method_payment, 'REPAYMENT' as kind,
       p.id::text as of_id, p.amount, p.paid_on, p.created_at
  from loan_payment p
 where p.reverses is null and not exists (select from loan_payment r where r.reverses = p.id)
union all
select upper(l.loan_number collate "C"), null, 'DISBURSEMENT', l.id::text, -s.principal, s.disbursed_on, s.created_at
  from loan_servicing s join loan l on l.id = s.loan_id
 where not exists (select from loan_take_over t where t.loan_id = l.id and t.as_of is not null)
union all
select upper(btrim(p.reference) collate "C"), p.method_payment, 'PAYOUT', p.id::text, -p.amount, p.paid_on, p.created_at
  from payout p
 where not exists (select from reversal r where r.kind = 'PAYOUT' and r.of_id = p.id::text)
union all
select p.name, p.method_payment, 'BORROWER_PAYMENT', p.id::text, p.amount, p.paid_on, p.created_at
  from borrower_payment_now p where p.state <> 'ASSIGNED'
union all
select upper(btrim(p.return_reference) collate "C"), p.method_payment, 'BORROWER_RETURN', p.end_id::text, -p.amount,
       business_day(p.ended_at), p.ended_at
  from borrower_payment_now p where p.state = 'RETURNED';

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on loan_take_over_record from pematang_app;
    revoke insert, update, delete, truncate on loan_take_over from pematang_app;
  end if;
end $$;
