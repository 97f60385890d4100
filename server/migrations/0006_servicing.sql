-- The life of a loan after it was funded.
select 1;
