-- What only versions before 0113 read.
drop view portfolio_entry;
drop function due_character(date);
drop table portfolio_segment, portfolio_segment_standing, portfolio_touch;
