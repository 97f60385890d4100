-- Loans that were funded before this system, with their agreements kept elsewhere.
select 1;
