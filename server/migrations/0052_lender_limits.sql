-- Classes of lenders and the limits of what they may place (SEOJK 19/SEOJK.05/2023, POJK 40/2024; decision 0033).

-- What a lender is, by which evidence, and the income that their limit is computed from. Each version is kept.
create table lender_class (
  lender_id bigint not null references lender (id),
  version integer not null check (version > 0),
  kind text not null
    check (kind in ('INSTITUTION', 'COMPANY', 'INDIVIDUAL', 'NON_RESIDENT', 'GOVERNMENT', 'MULTILATERAL')),
  -- Of individuals, in rupiah a year.
  yearly_income bigint check (yearly_income > 0),
  -- By OJK: a higher share of the platform's outstanding.
  supervised boolean not null,
  since date not null,
  -- The name of the evidence in the operator's archive, and the last day on which it counts; null where it has none.
  evidence text not null check (length(evidence) between 1 and 100),
  valid_until date,
  kept_at timestamptz not null default app_now(),
  primary key (lender_id, version),
  constraint lender_class_income check ((kind in ('INDIVIDUAL', 'NON_RESIDENT')) = (yearly_income is not null)),
  constraint lender_class_supervised check (not supervised or kind in ('INSTITUTION', 'COMPANY')),
  constraint lender_class_valid check (valid_until >= since)
);
create trigger lender_class_append_only before update or delete or truncate on lender_class
  for each statement execute function refuse_change();
-- The version that counts; null where none was ever kept.
alter table lender add column class_version integer;

-- The limits, whole, with the day from which they hold; a limit that is null is not in force. Of those that hold on a day
-- the one with the latest day counts, and of that day the latest version.
create table limit_rule (
  version integer primary key check (version > 0),
  holds_from date not null,
  -- A resident individual with more income a year than this is professional.
  income_border bigint not null check (income_border > 0),
  -- Parts of a million of the lender's yearly income.
  professional_income_ppm integer check (professional_income_ppm between 0 and 1000000),
  non_professional_income_ppm integer check (non_professional_income_ppm between 0 and 1000000),
  -- Parts of a million of the platform's outstanding: of each lender, of one supervised by OJK, and of all
  -- non-professional lenders together.
  lender_share_ppm integer check (lender_share_ppm between 0 and 1000000),
  supervised_share_ppm integer check (supervised_share_ppm between 0 and 1000000),
  non_professional_share_ppm integer check (non_professional_share_ppm between 0 and 1000000),
  -- While less than this is outstanding, the shares are of this.
  base_outstanding bigint not null check (base_outstanding >= 0),
  reason text not null check (length(reason) between 1 and 200),
  kept_at timestamptz not null default app_now(),
  constraint limit_rule_shares check ((lender_share_ppm is null) = (supervised_share_ppm is null))
);
create trigger limit_rule_append_only before update or delete or truncate on limit_rule
  for each statement execute function refuse_change();

-- By what a funding was decided: the versions in force, and what was outstanding before it, in rupiah; null where no limit
-- needed it. decided_at is the clock of the server under the lock of the lender's cash, so it orders their decisions.
alter table funding add column limit_version integer, add column class_version integer,
  add column lender_outstanding bigint, add column platform_outstanding bigint,
  add column non_professional_outstanding bigint, add column decided_at timestamptz;
-- A bulk funding is decided as a whole when it is submitted; its guard compares whole rows.
alter table bulk_funding add column limit_version integer, add column class_version integer,
  add column lender_outstanding bigint, add column platform_outstanding bigint,
  add column non_professional_outstanding bigint, add column decided_at timestamptz;

drop trigger funding_kept on funding;
create trigger funding_kept before update on funding for each row
  when ((new.lender_id, new.id, new.loan_id, new.amount, new.bulk_id, new.limit_version, new.class_version,
         new.lender_outstanding, new.platform_outstanding, new.non_professional_outstanding, new.decided_at)
          is distinct from (old.lender_id, old.id, old.loan_id, old.amount, old.bulk_id, old.limit_version,
         old.class_version, old.lender_outstanding, old.platform_outstanding, old.non_professional_outstanding,
         old.decided_at))
  execute function refuse_new_terms();

-- What counts against the limits of a lender: the unpaid principal of their fundings, and what is held for fundings. It is
-- read under the lock of the lender's cash account, which everything that adds to it takes.
create function lender_outstanding(of_lender bigint) returns bigint language plpgsql stable as $$
begin
  return coalesce((select principal_due from portfolio_total where lender_id = of_lender), 0)
       + coalesce((select a.held from account a where a.kind = 'LENDER_CASH' and a.owner_id = of_lender), 0)
       - coalesce((select sum(h.amount)::bigint from withdrawal w join hold h on h.id = w.id and h.state = 'OPEN'
                     join account a on a.id = h.account_id and a.kind = 'LENDER_CASH'
                    where w.lender_id = of_lender and w.ended_at is null), 0);
end $$;

-- Rule, class and figure of one lender in one value; null where no limits are in force. The figure is read only where a
-- limit may depend on it. decidedAt is the time of the server when it is asked, after the locks of earlier statements.
-- Plans of PL/pgSQL are kept for the connection, those of SQL functions in no version before 18.
create function limit_facts(of_lender bigint, of_class integer) returns json language plpgsql as $$
declare
  r limit_rule;
  c lender_class;
begin
  select * into r from limit_rule where holds_from <= business_day(app_now())
   order by holds_from desc, version desc limit 1;
  if not found then
    return null;
  end if;
  select * into c from lender_class where lender_id = of_lender and version = of_class;
  return json_build_object(
    'rule', json_build_object('version', r.version, 'incomeBorder', r.income_border,
      'professionalIncomePpm', r.professional_income_ppm, 'nonProfessionalIncomePpm', r.non_professional_income_ppm,
      'lenderSharePpm', r.lender_share_ppm, 'supervisedSharePpm', r.supervised_share_ppm,
      'nonProfessionalSharePpm', r.non_professional_share_ppm, 'baseOutstanding', r.base_outstanding),
    'lenderClass', case when c.version is not null then json_build_object('version', c.version, 'kind', c.kind,
      'yearlyIncome', c.yearly_income, 'supervised', c.supervised,
      'expired', coalesce(c.valid_until < business_day(app_now()), false)) end,
    'outstanding', case when r.lender_share_ppm is not null or c.yearly_income is not null
      then lender_outstanding(of_lender) end,
    'decidedAt', clock_timestamp());
end $$;

-- What counts of all lenders. It reads whole tables, so at most one process a second asks for it.
create function platform_outstanding() returns bigint language sql stable set enable_seqscan = on as $$
  select ((select coalesce(sum(principal_due), 0) from portfolio_total)
        + (select coalesce(sum(amount), 0) from funding where state = 'WAITING')
        + (select coalesce(sum(amount), 0) from bulk_funding_loan where state = 'WAITING'))::bigint
$$;

-- Of it, what non-professional lenders have: individuals up to the border, and individuals whose class nobody has kept.
create function non_professional_outstanding(border bigint) returns bigint language sql stable set enable_seqscan = on as $$
  select coalesce(sum(p.amount), 0)::bigint
    from (select lender_id, principal_due as amount from portfolio_total
          union all select lender_id, amount from funding where state = 'WAITING'
          union all select lender_id, amount from bulk_funding_loan where state = 'WAITING') p
    join lender l on l.id = p.lender_id
    left join lender_class c on c.lender_id = l.id and c.version = l.class_version
   where coalesce(c.kind, case when l.user_type_id = 3 then 'COMPANY' else 'INDIVIDUAL' end) = 'INDIVIDUAL'
     and coalesce(c.yearly_income, 0) <= border
$$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on lender_class, limit_rule from pematang_app;
  end if;
end $$;
