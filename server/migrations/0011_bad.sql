alter table withdrawal rename column bank_reference to reference;
