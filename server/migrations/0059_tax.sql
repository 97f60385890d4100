-- What was withheld from interest by lender, month and kind; the slips for it; tax numbers; and the month that a payment of
-- tax to the state is for (decision 0036).

-- PPh 23 or PPh 26, by the lender's status when the payment was recorded. Payments of before have none: theirs follows from
-- the versions of the status.
alter table lender_repayment add column tax_article smallint check (tax_article in (23, 26));

-- A payment of a loan has a row for each lender, so a lender's own part of it is found without the others'.
drop index lender_repayment_of_payment;
create index lender_repayment_of_payment on lender_repayment (payment_id, lender_id);

create function tax_article_of(status text) returns smallint language sql immutable parallel safe as $$
  select (case when status in ('FOREIGN', 'TREATY') then 26 else 23 end)::smallint
$$;

-- How a lender was taxed at a time, by the versions of the status.
create function taxed_as(of_lender bigint, at timestamptz, out article smallint, out rate_ppm integer)
  language sql stable as $$
  select tax_article_of(v.status), v.rate_ppm from lender_tax_status v
   where v.lender_id = of_lender order by (v.kept_at <= at) desc, case when v.kept_at <= at then v.version else -v.version end desc
   limit 1
$$;

-- The month in which something was recorded, in Jakarta: the tax period.
create function tax_period_of(at timestamptz) returns date language sql stable parallel safe as $$
  select date_trunc('month', business_day(at))::date
$$;

-- Gross interest and the tax withheld from it, of repayments that were recorded in a month, less those that were reversed in
-- it. Always recomputable.
create table lender_tax_month (
  lender_id bigint not null,
  period date not null check (extract(day from period) = 1),
  article smallint not null check (article in (23, 26)),
  rate_ppm integer not null check (rate_ppm between 0 and 1000000),
  interest bigint not null,
  tax bigint not null,
  primary key (lender_id, period, article, rate_ppm)
) with (fillfactor = 70);
create index lender_tax_month_of_period on lender_tax_month (period);

-- Each verb that adds to lender_repayment holds the cash accounts of its lenders, so rows are taken one after the other.
create function tax_withheld() returns trigger language plpgsql as $$
begin
  insert into lender_tax_month as m (lender_id, period, article, rate_ppm, interest, tax)
  select r.lender_id, tax_period_of(p.created_at), coalesce(r.tax_article, known.article),
         coalesce(r.tax_rate_ppm, known.rate_ppm), sum(r.interest), sum(r.tax)
    from received r join loan_payment p on p.id = r.payment_id
    left join loan_payment negated on negated.id = p.reverses
    left join lateral taxed_as(r.lender_id, coalesce(negated.created_at, p.created_at)) known
      on r.tax_article is null or r.tax_rate_ppm is null
   where r.interest <> 0
   group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (lender_id, period, article, rate_ppm) do update
     set interest = m.interest + excluded.interest, tax = m.tax + excluded.tax;
  return null;
end $$;
create trigger lender_repayment_tax after insert on lender_repayment
  referencing new table as received for each statement execute function tax_withheld();
-- What was withheld before.
insert into lender_tax_month (lender_id, period, article, rate_ppm, interest, tax)
select r.lender_id, tax_period_of(p.created_at), known.article, coalesce(r.tax_rate_ppm, known.rate_ppm), sum(r.interest), sum(r.tax)
  from lender_repayment r join loan_payment p on p.id = r.payment_id
  left join loan_payment negated on negated.id = p.reverses
 cross join lateral taxed_as(r.lender_id, coalesce(negated.created_at, p.created_at)) known
 where r.interest <> 0 group by 1, 2, 3, 4;

-- Reversals by the month in which they were recorded; there are few.
create index loan_payment_reversed_at on loan_payment (created_at) where reverses is not null;

-- The month that a payment of tax is for, and what was overpaid for other months and is set off with it. Those of before were
-- for the month before, as the law has it.
alter table payout add column tax_period date check (extract(day from tax_period) = 1),
  add column tax_credit bigint not null default 0 check (tax_credit >= 0);
alter table payout disable trigger payout_append_only;
update payout set tax_period = (date_trunc('month', paid_on) - interval '1 month')::date where account_kind = 'TAX_PAYABLE';
alter table payout enable trigger payout_append_only;
alter table payout add constraint payout_tax
  check ((account_kind = 'TAX_PAYABLE') = (tax_period is not null) and (tax_credit = 0 or tax_period is not null));

-- Each month with what was withheld, and what was paid for it and set off with that; below zero where too much was paid.
create view tax_period as
select period, sum(interest)::bigint as interest, sum(withheld)::bigint as withheld, sum(paid)::bigint as paid,
       sum(credited)::bigint as credited
  from (
    select period, interest, tax as withheld, 0 as paid, 0 as credited from lender_tax_month
    union all
    select p.tax_period, 0, 0, p.amount, p.tax_credit from payout p
     where p.account_kind = 'TAX_PAYABLE'
       and not exists (select from reversal r where r.kind = 'PAYOUT' and r.of_id = p.id::text)
  ) line
 group by period;

-- The official slips for what was withheld of a lender in a month by a kind and rate: their numbers in the tax office's own
-- system. The newest version counts; one without a number takes the slip back.
create table tax_slip (
  lender_id bigint not null references lender (id),
  period date not null check (extract(day from period) = 1),
  article smallint not null check (article in (23, 26)),
  rate_ppm integer not null check (rate_ppm between 0 and 1000000),
  version integer not null check (version > 0),
  number text check (number ~ '^[A-Z0-9/.-]{4,40}$'),
  issued_on date,
  interest bigint not null check (interest > 0),
  tax bigint not null check (tax >= 0),
  -- Why there is another version; null for the first.
  reason text check (length(reason) between 1 and 200),
  kept_by text not null check (length(kept_by) between 1 and 100),
  kept_at timestamptz not null default app_now(),
  primary key (lender_id, period, article, rate_ppm, version),
  constraint tax_slip_whole check ((number is null) = (issued_on is null)),
  constraint tax_slip_reason check ((version = 1) = (reason is null))
);
create index tax_slip_number on tax_slip (number);
create trigger tax_slip_append_only before update or delete or truncate on tax_slip
  for each statement execute function refuse_change();
create view standing_tax_slip as
select s.* from tax_slip s
 where s.number is not null
   and not exists (select from tax_slip n
                    where (n.lender_id, n.period, n.article, n.rate_ppm) = (s.lender_id, s.period, s.article, s.rate_ppm)
                      and n.version > s.version);

-- Whether the slips of a year are closed; the newest version counts.
create table tax_year (
  year smallint not null check (year between 2000 and 2100),
  version integer not null check (version > 0),
  closed boolean not null,
  reason text not null check (length(reason) between 1 and 200),
  kept_by text not null check (length(kept_by) between 1 and 100),
  kept_at timestamptz not null default app_now(),
  primary key (year, version)
);
create trigger tax_year_append_only before update or delete or truncate on tax_year
  for each statement execute function refuse_change();

-- The tax number of a lender (NPWP of 16 digits, or NIK), each version with the day from which it is valid; null where a
-- number is taken back. The newest version that is valid on a day counts. It may be encrypted, as phones are.
create table lender_tax_number (
  lender_id bigint not null references lender (id),
  version integer not null check (version > 0),
  number text check (number ~ '^([0-9]{16}|enc1:.{40,})$'),
  number_search text,
  valid_from date not null,
  kept_by text not null check (length(kept_by) between 1 and 100),
  kept_at timestamptz not null default app_now(),
  primary key (lender_id, version),
  constraint lender_tax_number_search check ((number is null) = (number_search is null))
);
create index lender_tax_number_found on lender_tax_number (number_search);
create trigger lender_tax_number_append_only before update or delete or truncate on lender_tax_number
  for each statement execute function refuse_change_of_account_version();

-- The only way to change a version: its number for the same number encrypted, or encrypted with another key.
create function reencrypt_tax_numbers(lenders bigint[], versions integer[], before text[], sealed text[], search text[])
returns bigint language plpgsql security definer set search_path from current as $$
declare done bigint;
begin
  perform set_config('app.reencrypting', 'on', true);
  update lender_tax_number v set number = n.sealed, number_search = n.search
    from unnest(lenders, versions, before, sealed, search) as n (lender_id, version, before, sealed, search)
   where v.lender_id = n.lender_id and v.version = n.version and v.number = n.before
     and n.sealed like 'enc1:%' and n.search like 'h1:%';
  get diagnostics done = row_count;
  perform set_config('app.reencrypting', '', true);
  return done;
end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on tax_slip, tax_year, lender_tax_number from pematang_app;
    revoke insert, update, delete, truncate on tax_period, standing_tax_slip from pematang_app;
    revoke delete, truncate on lender_tax_month from pematang_app;
  end if;
end $$;
