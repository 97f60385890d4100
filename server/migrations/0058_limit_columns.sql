-- What decides about the limits of a lender is read in plain columns by the statements that need it (decision 0033).
drop function limit_facts(bigint, integer);
