-- A payment whose credit was taken back (reversal of kind TOP_UP) stays as it is. What stands in its place is a payment of
-- its own: money that the bank did report waits in suspense for the right lender; what only an operator had recorded never
-- came, and the next report under its names, the bank's or an operator's, takes its place.

-- The reversed payment in whose place this one stands. Only one does.
alter table bank_payment add column replaces uuid unique references bank_payment (id);

-- The payment that stands now for one that may have been reversed.
create function current_payment(of_payment uuid) returns uuid language sql stable begin atomic
  with recursive chain as (
    select of_payment as id, 0 as step
    union all
    select p.id, c.step + 1 from chain c join bank_payment p on p.replaces = c.id
  )
  select id from chain order by step desc limit 1;
end;

-- How the bank names a payment: one that stands in the place of another, whose name is taken, has the reversal's id behind it.
create function bank_name_of(payment_request_id text) returns text language sql immutable begin atomic
  select regexp_replace(payment_request_id, '#[0-9a-f]{8}-[0-9a-f-]{27}$', '');
end;

alter table bank_suspense drop constraint bank_suspense_reason_check;
alter table bank_suspense add constraint bank_suspense_reason_check
  check (reason in ('NUMBER_UNKNOWN', 'NUMBER_OF_OTHER_BANK', 'ABOVE_CEILING', 'BALANCE_LIMIT', 'CONFLICT', 'REVERSED'));
