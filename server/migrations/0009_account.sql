-- Codes, grants, limits, account events.
select 1;
