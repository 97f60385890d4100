-- A loan may run for ten years in days or weeks, bear no interest (qardh), and cost up to the legal limit of 0.3% a day
-- (contract/src/loans/terms.ts). The wider limits hold for every row there is; the next migration lets the database know.
alter table loan
  drop constraint loan_interest_check, drop constraint loan_tenor_check,
  add constraint loan_interest_check check (interest between 0 and 1.095) not valid,
  add constraint loan_tenor_check check (
    tenor between 1 and case tenor_period when 'DAY' then 3650 when 'WEEK' then 521 else 360 end) not valid;
alter table restructuring_record
  drop constraint restructuring_interest_check, drop constraint restructuring_tenor_check,
  add constraint restructuring_interest_check check (interest between 0 and 1.095) not valid,
  add constraint restructuring_tenor_check check (
    tenor between 1 and case tenor_period when 'DAY' then 3650 when 'WEEK' then 521 else 360 end) not valid;
