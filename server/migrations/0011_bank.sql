-- The bank: payments into virtual accounts, withdrawals, and what the bank says of them.
select 1;
