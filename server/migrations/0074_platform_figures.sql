-- What counts of all lenders, in one pass over the lenders and not over what waits for a signature: what a lender has placed
-- and not signed yet is what is held of their cash, without what is held for withdrawals (as in lender_outstanding). No table
-- is read by nested loops: inside a function the planner expects few lenders, and would look up each of them.
drop function platform_figures(bigint);
drop function platform_outstanding();

-- By lender; one lender may have several rows.
create view placed_by_lender as
select lender_id, principal_due as amount from portfolio_total where principal_due <> 0
 union all
select owner_id, held from account where kind = 'LENDER_CASH' and held <> 0
 union all
select w.lender_id, -(select h.amount from hold h join account a on a.id = h.account_id and a.kind = 'LENDER_CASH'
                       where h.id = w.id and h.state = 'OPEN')
  from withdrawal w where w.ended_at is null;

create function platform_outstanding() returns bigint
  language sql stable set enable_seqscan = on set enable_nestloop = off as $$
  select coalesce(sum(amount), 0)::bigint from placed_by_lender
$$;

-- Of it, what non-professional lenders have: individuals up to the border of income, and individuals whose class nobody has
-- kept. The others are looked up, because a platform has fewer of them.
create function platform_figures(border bigint, out platform bigint, out non_professional bigint)
  language sql stable set enable_seqscan = on set enable_nestloop = off as $$
  select coalesce(sum(p.amount), 0)::bigint, coalesce(sum(p.amount) filter (where professional.id is null), 0)::bigint
    from placed_by_lender p
    left join (select l.id from lender l
                 left join lender_class c on c.lender_id = l.id and c.version = l.class_version
                where coalesce(c.kind, case when l.user_type_id = 3 then 'COMPANY' else 'INDIVIDUAL' end) <> 'INDIVIDUAL'
                   or c.yearly_income > border) professional on professional.id = p.lender_id
$$;
