-- A funding changes only what is left of a loan. Nothing is counted anew then, which one look at the changed rows tells;
-- before, each batch of fundings added up and compared what had stayed the same, by two triggers and four statements.
create function listing_changed() returns trigger language plpgsql as $$
declare
  today constant date := business_day(app_now());
  counted bigint;
  offered bigint;
begin
  if not exists (select from before_it where status <> 'OFFERED' or not alone)
     and not exists (select loan_id, status, alone, listed, offer_from, offer_until, loan_type_id, tenor from before_it
                     except
                     select loan_id, status, alone, listed, offer_from, offer_until, loan_type_id, tenor from after_it) then
    insert into listing_touch (loan_id) select loan_id from before_it;
    return null;
  end if;

  -- Whatever verb lists a loan or takes it off the list is counted: once for each statement, over all its rows.
  insert into listing_change (offer_until, id_range, offer_from, loan_type_id, tenor, loans)
  select offer_until, loan_id >> 48, case when offer_from <= today then '-infinity' else offer_from end,
         loan_type_id, tenor, sum(loans)
    from (select offer_until, loan_id, offer_from, loan_type_id, tenor, 1 as loans from after_it where listed
           union all
          select offer_until, loan_id, offer_from, loan_type_id, tenor, -1 from before_it where listed) one
   group by 1, 2, 3, 4, 5 having sum(loans) <> 0;
  get diagnostics counted = row_count;
  -- A loan that was listed before has its rule already; no one else gives it one, since its position is locked.
  if exists (select from before_it where status = 'DRAFT') then
    insert into offer_rule (loan_id, extend_days, extend_times, pay_out_share_ppm, pay_out_days)
    select a.loan_id, t.extend_days, t.extend_times, t.pay_out_share_ppm, t.pay_out_days
      from after_it a join loan_type t on t.id = a.loan_type_id
     where a.listed and not exists (select from offer_rule r where r.loan_id = a.loan_id);
  end if;
  -- Many at once are a file that is published: readers shall not have to add them up.
  if counted > 200 then
    perform fold_listing();
  end if;

  -- Whatever verb changes a loan that is offered by itself leaves a touch. Loans that are newly offered are entered at
  -- once, unless they are many: then the worker does it, so that a large file is offered as fast as without.
  insert into listing_touch (loan_id) select loan_id from before_it where status = 'OFFERED' and alone;
  if exists (select from before_it where status <> 'OFFERED' or not alone) then
    insert into listing_touch (loan_id)
    select a.loan_id from after_it a join before_it b using (loan_id)
     where a.status = 'OFFERED' and a.alone and not (b.status = 'OFFERED' and b.alone);
    get diagnostics offered = row_count;
    if offered between 1 and 200 then
      perform fold_entries(1000);
    end if;
  end if;
  return null;
end $$;

drop trigger loan_position_counted on loan_position;
drop trigger loan_position_touched on loan_position;
create trigger loan_position_listing after update on loan_position
  referencing old table as before_it new table as after_it for each statement execute function listing_changed();
drop function count_listed();
drop function touch_listed();
