-- A residue that nobody will ever pay closes its installment: the platform adds it to the payment that left it. How much it
-- adds to one loan at most is kept with the terms of the loan; loans of before get the usual amount, because it takes
-- nothing from anybody but the platform.
alter table loan_terms
  add column rounding_tolerance bigint not null default 1000 check (rounding_tolerance between 0 and 1000000),
  -- Payments recorded before this time left their residue open.
  add column rounding_since timestamptz not null default app_now();

alter table loan_payment add column rounding bigint not null default 0;
alter table loan_payment
  drop constraint loan_payment_parts,
  add constraint loan_payment_parts check (amount + rounding = principal + interest + penalty + fee + excess),
  add constraint loan_payment_rounding check (case when occurrence > 0 then rounding >= 0 else rounding <= 0 end);
create index loan_payment_rounded on loan_payment (loan_id) where rounding <> 0;

create or replace view standing_payment as
select p.* from loan_payment p
 where p.reverses is null and not exists (select from loan_payment r where r.reverses = p.id);
