-- An installment of nothing is complete from the start, so nobody can pay it late: an annuity rounded up may leave such ones
-- at its end. As in 0051 otherwise.
create or replace function was_paid_late(of_loan bigint) returns boolean language sql stable as $$
  select exists (
    select from (
      select counts, through, sum(paid) over (order by day, is_due) as paid_by_then
        from (
          select i.due_date as day, 1 as is_due, 0 as paid,
                 i.superseded_on is null and i.principal + i.interest > 0
                   and i.principal_paid + i.interest_paid = i.principal + i.interest as counts,
                 sum(case when i.superseded_on is null then i.principal + i.interest
                          else i.principal_paid + i.interest_paid end) over (order by i.no) as through
            from installment i where i.loan_id = of_loan
          union all
          select p.paid_on, 0, p.principal + p.interest, false, 0 from loan_payment p where p.loan_id = of_loan
        ) event
    ) event
    where counts and through > paid_by_then)
$$;

select refresh_repayment_record(array(select distinct loan_id from installment where principal + interest = 0));
