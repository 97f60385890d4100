-- Tax is withheld so that a month of a lender is the rate on all interest of the month, rounded down once, whatever the
-- installments. Months of before were rounded down for each installment and stay so.
alter table lender_tax_month add column rounded_each boolean not null default false;
update lender_tax_month set rounded_each = true;
