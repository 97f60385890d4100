-- What is outstanding of all lenders, and of it what non-professional ones have, in one pass and added up by lender before
-- their classes are looked up: individuals up to the border of income, and individuals whose class nobody has kept.
drop function non_professional_outstanding(bigint);
create function platform_figures(border bigint, out platform bigint, out non_professional bigint)
  language sql stable set enable_seqscan = on as $$
  with placed as (
    select lender_id, sum(amount) as amount
      from (select lender_id, principal_due as amount from portfolio_total
            union all select lender_id, amount from funding where state = 'WAITING'
            union all select lender_id, amount from bulk_funding_loan where state = 'WAITING') one
     group by lender_id
  )
  select coalesce(sum(p.amount), 0)::bigint,
         coalesce(sum(p.amount) filter (
           where coalesce(c.kind, case when l.user_type_id = 3 then 'COMPANY' else 'INDIVIDUAL' end) = 'INDIVIDUAL'
             and coalesce(c.yearly_income, 0) <= border), 0)::bigint
    from placed p join lender l on l.id = p.lender_id
    left join lender_class c on c.lender_id = l.id and c.version = l.class_version
$$;
