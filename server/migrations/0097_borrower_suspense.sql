-- What a borrower paid that fits no loan: it waits, by the line of the bank that brought it, until it is assigned to loans
-- or sent back. Each of the three can be taken back once.
create table borrower_payment (
  -- Also the reference of its transfers.
  id uuid primary key,
  line_id uuid not null references bank_line (id),
  method_payment smallint not null check (method_payment in (1, 2)),
  amount bigint not null check (amount > 0),
  -- The bank's value date.
  paid_on date not null,
  -- The name of the bank's transfer, under which its repayments are recorded.
  name text not null check (name = upper(btrim(name) collate "C") and length(name) between 1 and 100),
  note text not null,
  created_at timestamptz not null default app_now()
);
create index borrower_payment_line on borrower_payment (line_id);
create index borrower_payment_name on borrower_payment (name);

-- How it ended: assigned to loans, with a repayment for each, or sent back under a reference.
create table borrower_payment_end (
  id uuid primary key,
  borrower_payment_id uuid not null references borrower_payment (id),
  return_reference text check (length(return_reference) between 1 and 100),
  note text not null,
  created_at timestamptz not null default app_now()
);
create index borrower_payment_end_of on borrower_payment_end (borrower_payment_id);
create index borrower_payment_end_name on borrower_payment_end (upper(btrim(return_reference) collate "C"))
  where return_reference is not null;
create table borrower_payment_part (
  end_id uuid not null references borrower_payment_end (id),
  payment_id uuid not null unique references loan_payment (id),
  primary key (end_id, payment_id)
);
create trigger borrower_payment_append_only before update or delete or truncate on borrower_payment
  for each statement execute function refuse_change();
create trigger borrower_payment_end_append_only before update or delete or truncate on borrower_payment_end
  for each statement execute function refuse_change();
create trigger borrower_payment_part_append_only before update or delete or truncate on borrower_payment_part
  for each statement execute function refuse_change();

-- Kinds of reversals are added to those that there are, so that the order of such migrations does not matter.
do $$ declare kinds text; begin
  select string_agg(quote_literal(kind), ', ' order by place) into kinds from (
    select m[1] as kind, place from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([A-Z_]+)''', 'g')
           with ordinality as found (m, place)
     where conname = 'reversal_kind_check' and conrelid = 'reversal'::regclass
    union all
    select * from (values ('BORROWER_PAYMENT', 1000), ('BORROWER_ASSIGNMENT', 1001), ('BORROWER_RETURN', 1002)) as more
  ) named;
  alter table reversal drop constraint reversal_kind_check;
  execute format('alter table reversal add constraint reversal_kind_check check (kind in (%s)) not valid', kinds);
  alter table reversal validate constraint reversal_kind_check;
end $$;

-- What counts: payments that were not taken back, with the end that counts; one without an end waits.
create view borrower_payment_now as
select p.id, p.line_id, p.method_payment, p.amount, p.paid_on, p.name, p.note, p.created_at, e.id as end_id,
       case when e.return_reference is not null then 'RETURNED' when e.id is not null then 'ASSIGNED' else 'WAITS' end as state,
       e.return_reference, e.created_at as ended_at
  from borrower_payment p
  left join borrower_payment_end e on e.borrower_payment_id = p.id
   and not exists (select from reversal r where r.kind in ('BORROWER_ASSIGNMENT', 'BORROWER_RETURN') and r.of_id = e.id::text)
 where not exists (select from reversal r where r.kind = 'BORROWER_PAYMENT' and r.of_id = p.id::text);

create or replace view bank_movement as
select upper(btrim(p.reference) collate "C") as name, null::smallint as method_payment, 'REPAYMENT' as kind,
       p.id::text as of_id, p.amount, p.paid_on, p.created_at
  from loan_payment p
 where p.reverses is null and not exists (select from loan_payment r where r.reverses = p.id)
union all
select upper(l.loan_number collate "C"), null, 'DISBURSEMENT', l.id::text, -s.principal, s.disbursed_on, s.created_at
  from loan_servicing s join loan l on l.id = s.loan_id
 where not exists (select from loan_take_over t where t.loan_id = l.id and t.as_of is not null)
union all
select upper(btrim(p.reference) collate "C"), p.method_payment, 'PAYOUT', p.id::text, -p.amount, p.paid_on, p.created_at
  from payout p
 where not exists (select from reversal r where r.kind = 'PAYOUT' and r.of_id = p.id::text)
union all
select p.name, p.method_payment, 'BORROWER_PAYMENT', p.id::text, p.amount, p.paid_on, p.created_at
  from borrower_payment_now p where p.state <> 'ASSIGNED'
union all
select upper(btrim(p.return_reference) collate "C"), p.method_payment, 'BORROWER_RETURN', p.end_id::text, -p.amount,
       business_day(p.ended_at), p.ended_at
  from borrower_payment_now p where p.state = 'RETURNED';

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on borrower_payment, borrower_payment_end, borrower_payment_part from pematang_app;
    revoke insert, update, delete, truncate on borrower_payment_now from pematang_app;
  end if;
end $$;
