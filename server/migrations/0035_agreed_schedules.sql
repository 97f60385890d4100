-- The schedule of a funding is the one of its agreement, a function of its amount and the terms of the loan alone; the
-- installments of the loan are their sums. Loans that were paid out before shared each installment of a schedule over the
-- whole loan, and keep the shares that they have: they have no such version.
alter table loan_servicing add column agreed_version smallint check (agreed_version > 0);
