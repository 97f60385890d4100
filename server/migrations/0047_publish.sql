-- A million loans are offered without a pass over each of them more than it takes: what is listed and unlisted is summed
-- once, and a rule is kept for each loan of a statement that was a draft, without looking for its row of before.
create or replace function count_listed() returns trigger language plpgsql as $$
declare
  today constant date := business_day(app_now());
  counted bigint;
begin
  insert into listing_change (offer_until, id_range, offer_from, loan_type_id, tenor, loans)
  select offer_until, loan_id >> 48, case when offer_from <= today then '-infinity' else offer_from end,
         loan_type_id, tenor, sum(loans)
    from (select offer_until, loan_id, offer_from, loan_type_id, tenor, 1 as loans from after_it where listed
           union all
          select offer_until, loan_id, offer_from, loan_type_id, tenor, -1 from before_it where listed) one
   group by 1, 2, 3, 4, 5 having sum(loans) <> 0;
  get diagnostics counted = row_count;
  -- A loan that was listed before has its rule already; no one else gives it one, since its position is locked.
  if counted > 0 and exists (select from before_it where status = 'DRAFT') then
    insert into offer_rule (loan_id, extend_days, extend_times, pay_out_share_ppm, pay_out_days)
    select a.loan_id, t.extend_days, t.extend_times, t.pay_out_share_ppm, t.pay_out_days
      from after_it a join loan_type t on t.id = a.loan_type_id
     where a.listed and not exists (select from offer_rule r where r.loan_id = a.loan_id);
  end if;
  -- Many at once are a file that is published: readers shall not have to add them up.
  if counted > 200 then
    perform fold_listing();
  end if;
  return null;
end $$;
