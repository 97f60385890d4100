-- A file of a million loans is taken over and offered in sets, so nothing is done for each of its rows that can be done for
-- all of them at once.

-- A loan, its position, its rule and its terms are written by statements that have just read or written what they name,
-- and nothing of that is ever deleted. The audit of the books asks for the rest (I6c, I34, I36).
alter table loan drop constraint loan_borrower_id_fkey, drop constraint loan_loan_type_id_fkey;
alter table loan_position drop constraint loan_position_loan_id_fkey, drop constraint loan_position_escrow_account_fkey;
alter table offer_rule drop constraint offer_rule_loan_id_fkey;
alter table loan_terms drop constraint loan_terms_loan_id_fkey;
create trigger loan_not_deleted before delete or truncate on loan
  for each statement execute function refuse_change();
create trigger borrower_not_deleted before delete or truncate on borrower
  for each statement execute function refuse_change();
create trigger loan_type_not_deleted before delete or truncate on loan_type
  for each statement execute function refuse_change();

-- What is counted is counted as before (0039); a loan that is listed takes the rule of its type with it in the same
-- statement.
create or replace function count_listed() returns trigger language plpgsql as $$
declare
  today constant date := business_day(app_now());
  counted bigint;
begin
  insert into listing_change (offer_until, id_range, offer_from, loan_type_id, tenor, loans)
  select offer_until, loan_id >> 48, case when offer_from <= today then '-infinity' else offer_from end,
         loan_type_id, tenor, sum(loans)
    from (select offer_until, loan_id, offer_from, loan_type_id, tenor, sum(loans) as loans
            from (select offer_until, loan_id, offer_from, loan_type_id, tenor, 1 as loans from after_it where listed
                   union all
                  select offer_until, loan_id, offer_from, loan_type_id, tenor, -1 from before_it where listed) one
           group by 1, 2, 3, 4, 5 having sum(loans) <> 0) changed
   group by 1, 2, 3, 4, 5;
  get diagnostics counted = row_count;
  if counted > 0 then
    insert into offer_rule (loan_id, extend_days, extend_times, pay_out_share_ppm, pay_out_days)
    select a.loan_id, t.extend_days, t.extend_times, t.pay_out_share_ppm, t.pay_out_days
      from after_it a join before_it b using (loan_id) join loan_type t on t.id = a.loan_type_id
     where b.status = 'DRAFT' and a.listed
    on conflict do nothing;
  end if;
  -- Many at once are a file that is published: readers shall not have to add them up.
  if counted > 200 then
    perform fold_listing();
  end if;
  return null;
end $$;

-- Loans that are offered and not listed: with their product only.
drop trigger loan_position_rule on loan_position;
create trigger loan_position_rule after update of status on loan_position
  for each row when (old.status = 'DRAFT' and new.status = 'OFFERED' and not new.listed) execute function fix_offer_rule();
