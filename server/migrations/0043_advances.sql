-- Type 6: what was missing on a lender's cash for a withdrawal that the bank had paid after it was returned, and is owed.
alter table lender_correction drop constraint lender_correction_type_check;
alter table lender_correction add constraint lender_correction_type_check check (type in (1, 5, 6));
