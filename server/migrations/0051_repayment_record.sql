-- How each loan that was paid out stands and whether it was paid on time, so that a borrower's record is counted without
-- reading everything that they ever paid. Late is never stored: a running loan is late when its oldest unpaid installment
-- was due before today.
create table repayment_record (
  loan_id bigint primary key references loan (id),
  borrower_id bigint not null,
  standing text not null check (standing in ('RUNNING', 'REPAID', 'WRITTEN_OFF')),
  -- New terms are in force, or were when it was repaid.
  restructured boolean not null,
  -- An installment was completed after its due date. New terms begin a new count.
  paid_late boolean not null,
  -- Infinity unless it is running.
  oldest_due date not null
) with (fillfactor = 50);
create index repayment_record_borrower on repayment_record (borrower_id);

-- Whether an installment in force was completed after its due date. Payments count towards the oldest installment first, by
-- their value dates; a replaced installment counts with what was paid on it.
create function was_paid_late(of_loan bigint) returns boolean language sql stable as $$
  select exists (
    select from (
      select counts, through, sum(paid) over (order by day, is_due) as paid_by_then
        from (
          select i.due_date as day, 1 as is_due, 0 as paid,
                 i.superseded_on is null and i.principal_paid + i.interest_paid = i.principal + i.interest as counts,
                 sum(case when i.superseded_on is null then i.principal + i.interest
                          else i.principal_paid + i.interest_paid end) over (order by i.no) as through
            from installment i where i.loan_id = of_loan
          union all
          select p.paid_on, 0, p.principal + p.interest, false, 0 from loan_payment p where p.loan_id = of_loan
        ) event
    ) event
    where counts and through > paid_by_then)
$$;

-- Loans that were paid late before late payments were marked. Their penalty stays as it is, because `penalty_from_no` does.
alter table loan_servicing disable trigger loan_servicing_read;
update loan_servicing s set late_paid = true
 where not late_paid and was_paid_late(loan_id)
   and not exists (select from restructuring r where r.loan_id = s.loan_id);
alter table loan_servicing enable trigger loan_servicing_read;

create view repayment_record_truth as
select s.loan_id, l.borrower_id, n.standing, n.restructured,
       case when s.late_paid and not n.restructured then was_paid_late(s.loan_id) else false end as paid_late,
       case when n.standing = 'RUNNING' then coalesce(due.oldest, 'infinity') else 'infinity' end as oldest_due
  from loan_servicing s
  join loan l on l.id = s.loan_id
  cross join lateral (
    select case when exists (select from write_off w where w.loan_id = s.loan_id) then 'WRITTEN_OFF'
                when s.principal_due = 0 and s.interest_due = 0 then 'REPAID' else 'RUNNING' end as standing,
           exists (select from restructuring r where r.loan_id = s.loan_id) as restructured
  ) n
  left join lateral (
    select min(i.due_date) as oldest from installment i
     where i.loan_id = s.loan_id and n.standing = 'RUNNING' and i.superseded_on is null
       and i.principal_paid + i.interest_paid < i.principal + i.interest
  ) due on true;

create function refresh_repayment_record(loans bigint[]) returns void language sql as $$
  insert into repayment_record as kept (loan_id, borrower_id, standing, restructured, paid_late, oldest_due)
  select loan_id, borrower_id, standing, restructured, paid_late, oldest_due from repayment_record_truth
   where loan_id = any(loans) order by loan_id
      on conflict (loan_id) do update
     set standing = excluded.standing, restructured = excluded.restructured, paid_late = excluded.paid_late,
         oldest_due = excluded.oldest_due
   where (kept.standing, kept.restructured, kept.paid_late, kept.oldest_due)
           is distinct from (excluded.standing, excluded.restructured, excluded.paid_late, excluded.oldest_due)
$$;

-- Everything that changes how a loan stands calls this function already, for the portfolios of its lenders.
create or replace function refresh_loans(loans bigint[]) returns void language sql as $$
  select refresh_repayment_record(loans);
  select refresh_portfolio(array_agg(lender_id), array_agg(id)) from funding
   where loan_id = any(loans) and state in ('SETTLED', 'REFUNDED') having count(*) > 0
$$;

-- A disbursement that was reversed leaves no loan to service.
create function forget_repayment_record() returns trigger language plpgsql as $$
begin
  delete from repayment_record where loan_id = old.loan_id;
  return null;
end $$;
create trigger loan_servicing_forgotten after delete on loan_servicing
  for each row execute function forget_repayment_record();

select refresh_repayment_record(array(select loan_id from loan_servicing));
