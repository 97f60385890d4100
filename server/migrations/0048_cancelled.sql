-- A loan, funding or product that ends before it is paid out is CANCELLED. It was called WITHDRAWN, but a withdrawal is
-- cash that a lender has sent to their bank account.
alter table loan_position drop constraint loan_position_status_check;
alter table funding drop constraint funding_state_check;
alter table bulk_product drop constraint bulk_product_status_check;

-- Before funding_ended knows the new name, so that no history is computed again for a change of name.
update loan_position set status = 'CANCELLED' where status = 'WITHDRAWN';
update funding set state = 'CANCELLED' where state = 'WITHDRAWN';
update bulk_product set status = 'CANCELLED' where status = 'WITHDRAWN';
update notice set kind = 'FUNDING_CANCELLED' where kind = 'FUNDING_WITHDRAWN';

alter table loan_position add constraint loan_position_status_check check
  (status in ('DRAFT', 'DELETED', 'OFFERED', 'FUNDED', 'CANCELLED', 'ACTIVE', 'REPAID', 'RESTRUCTURED', 'WRITTEN_OFF'));
alter table funding add constraint funding_state_check check
  (state in ('WAITING', 'SETTLED', 'REJECTED', 'EXPIRED', 'REFUNDED', 'CANCELLED'));
alter table bulk_product add constraint bulk_product_status_check check (status in ('DRAFT', 'OFFERED', 'CANCELLED'));

create or replace function funding_ended() returns trigger language plpgsql as $$
begin
  perform refresh_portfolio(array_agg(n.lender_id), array_agg(n.id))
     from ended n join before b using (lender_id, id)
    where n.state <> b.state and n.state in ('SETTLED', 'REFUNDED') having count(*) > 0;
  perform refresh_history(2::smallint, 3::smallint, array_agg(n.lender_id), array_agg(n.created_at), array_agg(n.id),
                          array_agg(-n.amount), array_agg(n.loan_id))
     from ended n join before b using (lender_id, id)
    where n.state <> b.state and n.state in ('REJECTED', 'EXPIRED', 'CANCELLED') having count(*) > 0;
  return null;
end $$;
