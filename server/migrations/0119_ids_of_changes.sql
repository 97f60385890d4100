-- A sequence gave a number twice after a database was killed, and a right password was answered 500 (duplicate key).
alter table lender_change alter column id drop identity;
alter table lender_change
  alter column id set data type uuid using gen_random_uuid(),
  alter column id set default gen_random_uuid();
