-- What a lender has outstanding by type and rating of the loans, and by borrower, so that the shares of a portfolio of
-- 100,000 fundings are read from a few rows. Both follow from portfolio_standing, whichever statement changes that
-- (decision 0017).
create table portfolio_mix (
  lender_id bigint not null,
  loan_type_id bigint not null,
  -- Empty for loans without a rating.
  grade text collate "C" not null,
  principal_due bigint not null,
  primary key (lender_id, loan_type_id, grade)
) with (fillfactor = 50);

create table portfolio_borrower_due (
  lender_id bigint not null,
  borrower_id bigint not null,
  principal_due bigint not null,
  primary key (lender_id, borrower_id)
) with (fillfactor = 50);

-- Adds the differences of one statement, in the order of the keys. The statement has changed the lenders' totals before, so
-- two of them for the same lender never wait for each other here.
create function add_to_portfolio_mix(of_lenders bigint[], of_fundings uuid[], amounts bigint[]) returns void
  language plpgsql as $$
begin
  insert into portfolio_mix (lender_id, loan_type_id, grade, principal_due)
  select lender_id, l.loan_type_id, coalesce(l.grade, ''), sum(change.amount)
    from unnest(of_lenders, of_fundings, amounts) as change (lender_id, funding_id, amount)
    join portfolio_row r using (lender_id, funding_id) join loan l on l.id = r.loan_id
   group by 1, 2, 3 having sum(change.amount) <> 0 order by 1, 2, 3
      on conflict (lender_id, loan_type_id, grade)
      do update set principal_due = portfolio_mix.principal_due + excluded.principal_due;
  insert into portfolio_borrower_due (lender_id, borrower_id, principal_due)
  select lender_id, r.borrower_id, sum(change.amount)
    from unnest(of_lenders, of_fundings, amounts) as change (lender_id, funding_id, amount)
    join portfolio_row r using (lender_id, funding_id)
   group by 1, 2 having sum(change.amount) <> 0 order by 1, 2
      on conflict (lender_id, borrower_id)
      do update set principal_due = portfolio_borrower_due.principal_due + excluded.principal_due;
end $$;

create function mix_new_standings() returns trigger language plpgsql as $$
begin
  perform add_to_portfolio_mix(array_agg(lender_id), array_agg(funding_id), array_agg(principal_due)) from new_rows;
  return null;
end $$;
create trigger portfolio_standing_mix_new after insert on portfolio_standing referencing new table as new_rows
  for each statement execute function mix_new_standings();

create function mix_changed_standings() returns trigger language plpgsql as $$
begin
  perform add_to_portfolio_mix(array_agg(n.lender_id), array_agg(n.funding_id),
                               array_agg(n.principal_due - o.principal_due))
     from new_rows n join old_rows o using (lender_id, funding_id) where n.principal_due <> o.principal_due;
  return null;
end $$;
create trigger portfolio_standing_mix_changed after update on portfolio_standing
  referencing old table as old_rows new table as new_rows
  for each statement execute function mix_changed_standings();

insert into portfolio_mix (lender_id, loan_type_id, grade, principal_due)
select s.lender_id, l.loan_type_id, coalesce(l.grade, ''), sum(s.principal_due)
  from portfolio_standing s join portfolio_row r using (lender_id, funding_id) join loan l on l.id = r.loan_id
 group by 1, 2, 3 having sum(s.principal_due) <> 0;
insert into portfolio_borrower_due (lender_id, borrower_id, principal_due)
select lender_id, borrower_id, sum(principal_due) from portfolio_standing group by 1, 2 having sum(principal_due) <> 0;
