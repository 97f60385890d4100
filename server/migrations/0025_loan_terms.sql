-- In what order a payment is allocated, and what late payment costs, are terms of each loan. They are kept when the loan
-- is offered or taken over: its agreements are written from them and the ledger goes by them, whatever the settings say
-- later.
create table loan_terms (
  loan_id bigint primary key references loan (id),
  allocation text not null
    check (allocation in ('INTEREST_PRINCIPAL_PENALTY', 'INTEREST_PENALTY_PRINCIPAL', 'PENALTY_INTEREST_PRINCIPAL')),
  -- Parts of a million: of what is late of an installment, for each day; and of what was lent, for all penalties together.
  penalty_ppm_per_day integer not null check (penalty_ppm_per_day between 0 and 1000000),
  penalty_maximum_ppm integer not null check (penalty_maximum_ppm between 0 and 1000000),
  created_at timestamptz not null default app_now()
);
create trigger loan_terms_append_only before update or delete or truncate on loan_terms
  for each statement execute function refuse_change();

-- Loans that were offered before keep what their agreements say: interest, principal, penalty. The ledger took the
-- penalty first until now; what has moved stays as it is, and the next payment goes by the agreement. The penalty is the
-- one by which the loan was paid out, or else that of its first agreement.
insert into loan_terms (loan_id, allocation, penalty_ppm_per_day, penalty_maximum_ppm)
select p.loan_id, 'INTEREST_PRINCIPAL_PENALTY',
       coalesce(s.penalty_ppm_per_day, round((a.penalty ->> 'dailyFraction')::numeric * 1000000)::int, 1000),
       coalesce(round((a.penalty ->> 'maximumFraction')::numeric * 1000000)::int, 1000000)
  from loan_position p
  left join loan_servicing s on s.loan_id = p.loan_id
  left join (select distinct on (loan_id) loan_id, snapshot -> 'penalty' as penalty from agreement
              where snapshot -> 'penalty' is not null order by loan_id, created_at) a on a.loan_id = p.loan_id
 where p.status <> 'DRAFT';

alter table loan_servicing
  -- A payment came after its due date, so that installments which are complete may still owe penalty.
  add column late_paid boolean not null default false,
  -- Installments before this number owe no penalty any more: other terms took their place, or they were complete when
  -- completing an installment ended its penalty.
  add column penalty_from_no smallint not null default 1 check (penalty_from_no > 0);
-- Nothing that is read of the loans changes.
alter table loan_servicing disable trigger loan_servicing_read;
update loan_servicing s
   set penalty_from_no = (
     select coalesce(min(i.no) filter (where i.superseded_on is null
                                         and (i.principal_paid < i.principal or i.interest_paid < i.interest)),
                     max(i.no) + 1)
       from installment i where i.loan_id = s.loan_id);
alter table loan_servicing enable trigger loan_servicing_read;
-- Nothing is paid out without terms.
alter table loan_servicing add foreign key (loan_id) references loan_terms (loan_id);

alter table loan_payment
  -- The payment's place among those of its loan, in the order in which they were recorded; and the order by which it was
  -- allocated. Both are null where it was recorded before they were kept.
  add column number integer check (number > 0),
  add column allocation text
    check (allocation in ('INTEREST_PRINCIPAL_PENALTY', 'INTEREST_PENALTY_PRINCIPAL', 'PENALTY_INTEREST_PRINCIPAL')),
  add constraint loan_payment_numbered check ((number is null) = (allocation is null));
create unique index loan_payment_number on loan_payment (loan_id, number);

-- Penalty that was owed when both parties agreed on new terms, and falls away with them.
alter table restructuring add column penalty_waived bigint not null default 0 check (penalty_waived >= 0);

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on loan_terms from pematang_app;
  end if;
end $$;
