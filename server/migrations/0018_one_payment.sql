-- One row for each payment that came in through a bank, whoever reports it first: the bank's notice, an operator, or
-- the bank's statement. All of them insert its names here, and a name is taken once.

alter table bank_payment alter column number drop not null;
alter table bank_payment add column told_by text not null default 'BANK'
  check (told_by in ('BANK', 'OPERATOR', 'STATEMENT'));
alter table bank_payment add constraint bank_payment_told check (told_by <> 'BANK' or number is not null);

-- What a bank's payment is known by: its paymentRequestId and its reference number, in capitals and without spaces
-- around them. Of two payments of a bank with one reference number the first has it.
create table bank_payment_name (
  bank text not null,
  name text not null,
  payment_id uuid not null references bank_payment (id),
  primary key (bank, name)
);
create index bank_payment_name_payment on bank_payment_name (payment_id);
create trigger bank_payment_name_append_only before update or delete or truncate on bank_payment_name
  for each statement execute function refuse_change();

-- The bank's first notice of a payment that was reported before by somebody else; it credited nothing.
create table bank_payment_notice (
  payment_id uuid primary key references bank_payment (id),
  bank text not null,
  payment_request_id text not null,
  number text not null,
  reference_no text,
  transacted_at text,
  told_at timestamptz not null default app_now(),
  constraint bank_payment_notice_once unique (bank, payment_request_id)
);
create trigger bank_payment_notice_append_only before update or delete or truncate on bank_payment_notice
  for each statement execute function refuse_change();

-- Which payment a notice contradicted. What is older has the same id of the bank as its payment.
alter table bank_conflict add column payment_id uuid references bank_payment (id);

-- What operators recorded until now. Where the bank's notice of the same payment went to suspense beside it, both stay
-- as they are and the audit of the books names them (I12c).
insert into bank_payment (bank, payment_request_id, id, number, amount, lender_id, told_at, told_by)
select u.bank, u.payment_request_id, u.id, null, u.amount, u.lender_id, u.created_at, 'OPERATOR'
  from top_up u where not exists (select from bank_payment p where p.id = u.id)
    on conflict (bank, payment_request_id) do nothing;

insert into bank_payment_name (bank, name, payment_id)
select distinct on (bank, name) bank, name, id from (
  select bank, upper(btrim(payment_request_id) collate "C") as name, id, 1 as rank, told_at from bank_payment
  union all
  select bank, upper(btrim(reference_no) collate "C"), id, 2, told_at from bank_payment where reference_no is not null
) named order by bank, name, rank, told_at, id;

-- Nobody is credited for a payment that is not in the list.
alter table top_up add constraint top_up_payment foreign key (id) references bank_payment (id) not valid;
do $$ begin
  if not exists (select from top_up u where not exists (select from bank_payment p where p.id = u.id)) then
    alter table top_up validate constraint top_up_payment;
  end if;
end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on bank_payment_name, bank_payment_notice from pematang_app;
  end if;
end $$;
