-- Portfolios are searched in portfolio_standing and the tables joined to it; nothing is packed or noted any more. A process of the
-- version before reads the emptied tables as a portfolio that is not packed yet, and so stays right.
drop trigger portfolio_standing_touch_new on portfolio_standing;
drop trigger portfolio_standing_touch_changed on portfolio_standing;
drop function touch_standings();

-- As in 0111, without the note for the packer.
create or replace function rename_in_portfolios() returns trigger language plpgsql as $$
begin
  lock table portfolio_borrower in share row exclusive mode;
  update portfolio_borrower set name = search_form(new.name) where borrower_id = new.id;
  return null;
end $$;

drop function pack_portfolio(bigint);
drop function pack_segments(bigint, uuid[]);
drop function portfolio_segment_size();
drop function is_packable(portfolio_total);
truncate portfolio_segment, portfolio_segment_standing, portfolio_touch;
