-- Reads both tables once, while loans are funded.
alter table loan validate constraint loan_interest_check, validate constraint loan_tenor_check;
alter table restructuring_record
  validate constraint restructuring_interest_check, validate constraint restructuring_tenor_check;
