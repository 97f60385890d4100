-- Days late, day closes, restructuring, write-off.
select 1;
