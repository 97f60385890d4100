-- A day of many installments, with less work for each share (docs/bench.md, Servicing). No rule and no content changes.

-- An installment changes the amounts of a standing and its oldest due date. No index has them any more, so that the row is
-- replaced within its page. Who asks for the due dates of a lender's running fundings reads these rows by their phase.
alter table portfolio_standing drop constraint portfolio_standing_pkey;
alter table portfolio_standing add primary key (lender_id, funding_id);
drop index portfolio_standing_due;
create index portfolio_standing_phase on portfolio_standing (lender_id, phase, funding_id);
alter table portfolio_standing set (fillfactor = 50);

-- The same for the count of a day.
alter table history_day drop constraint history_day_pkey;
alter table history_day add primary key (lender_id, day, type, status);

-- As before. `coalesce` asks how a lender was taxed only for payments that do not say it; a join asked for each.
create or replace function tax_withheld() returns trigger language plpgsql as $$
begin
  insert into lender_tax_month as m (lender_id, period, article, rate_ppm, interest, tax)
  select r.lender_id, tax_period_of(p.created_at),
         coalesce(r.tax_article, (taxed_as(r.lender_id, coalesce(negated.created_at, p.created_at))).article),
         coalesce(r.tax_rate_ppm, (taxed_as(r.lender_id, coalesce(negated.created_at, p.created_at))).rate_ppm),
         sum(r.interest), sum(r.tax)
    from received r join loan_payment p on p.id = r.payment_id
    left join loan_payment negated on negated.id = p.reverses
   where r.interest <> 0
   group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (lender_id, period, article, rate_ppm) do update
     set interest = m.interest + excluded.interest, tax = m.tax + excluded.tax;
  return null;
end $$;
