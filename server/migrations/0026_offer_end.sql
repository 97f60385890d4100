-- What becomes of a loan when its offer ends and it is not full, or when it is not paid out: a rule of its type, taken
-- down with the loan when it is published.

alter table loan_type
  -- The offer goes on for so many days, at most so many times.
  add column extend_days smallint not null default 0 check (extend_days between 0 and 90),
  add column extend_times smallint not null default 0 check (extend_times between 0 and 12),
  -- The least share of the loan, in parts of a million, with which what is funded is paid out; null: never.
  add column pay_out_share_ppm integer check (pay_out_share_ppm between 1 and 1000000),
  -- So many days after the end of its offer a loan is either paid out or cancelled.
  add column pay_out_days smallint not null default 30 check (pay_out_days between 1 and 365),
  add constraint loan_type_extension check ((extend_days = 0) = (extend_times = 0));

create table offer_rule (
  loan_id bigint primary key references loan (id),
  extend_days smallint not null,
  extend_times smallint not null,
  pay_out_share_ppm integer,
  pay_out_days smallint not null,
  -- No day before this one counts as waited.
  fixed_on date not null default business_day(app_now())
);
create trigger offer_rule_append_only before update or delete or truncate on offer_rule
  for each statement execute function refuse_change();

-- Whatever way a loan is offered, alone or with its product, it takes the rule of its type with it.
create function fix_offer_rule() returns trigger language plpgsql as $$
begin
  insert into offer_rule (loan_id, extend_days, extend_times, pay_out_share_ppm, pay_out_days)
  select new.loan_id, extend_days, extend_times, pay_out_share_ppm, pay_out_days from loan_type where id = new.loan_type_id
  on conflict do nothing;
  return null;
end $$;
create trigger loan_position_rule after update of status on loan_position
  for each row when (old.status = 'DRAFT' and new.status = 'OFFERED') execute function fix_offer_rule();

-- Loans of before: their agreements promise nothing for this case, so all money goes back. They have the time from today.
insert into offer_rule (loan_id, extend_days, extend_times, pay_out_share_ppm, pay_out_days)
select p.loan_id, 0, 0, null, 30 from loan_position p
 where p.status in ('OFFERED', 'FUNDED') and not exists (select from loan_take_over t where t.loan_id = p.loan_id);

-- What was decided when an offer was over, in its order. `total` is what the loan was offered with until then, `funded`
-- what was settled of it.
create table offer_end (
  loan_id bigint not null references loan (id),
  no smallint not null check (no > 0),
  decision text not null check (decision in ('EXTENDED', 'PAID_OUT', 'CANCELLED')),
  offer_until date not null,
  extended_until date check (extended_until > offer_until),
  total bigint not null check (total > 0),
  funded bigint not null check (funded between 0 and total),
  decided_at timestamptz not null default app_now(),
  primary key (loan_id, no),
  constraint offer_end_extended check ((decision = 'EXTENDED') = (extended_until is not null))
);
create trigger offer_end_append_only before update or delete or truncate on offer_end
  for each statement execute function refuse_change();

-- Loans that wait for being paid out are few among those that were.
create index loan_position_ready on loan_position (offer_until, loan_id) where status = 'FUNDED';

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on offer_rule, offer_end from pematang_app;
  end if;
end $$;
