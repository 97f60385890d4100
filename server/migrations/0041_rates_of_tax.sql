-- The rate by which a payment was taxed is kept with what each lender got, so that the books can be reckoned anew. For
-- payments of before it stays null: the rate that a lender had then is kept for no day before their first change.
alter table lender_repayment add column tax_rate_ppm integer check (tax_rate_ppm between 0 and 1000000);

-- The order in which payments were recorded, those that negate others among them.
alter table loan_payment add column recorded bigint;
alter table loan_payment disable trigger loan_payment_append_only;
update loan_payment p set recorded = o.place
  from (select id, row_number() over (order by created_at, number nulls first, id) as place from loan_payment) o
 where o.id = p.id;
alter table loan_payment enable trigger loan_payment_append_only;
alter table loan_payment alter column recorded set not null, alter column recorded add generated always as identity;
select setval(pg_get_serial_sequence('loan_payment', 'recorded'), (select coalesce(max(recorded), 0) + 1 from loan_payment), false);
create unique index loan_payment_recorded on loan_payment (loan_id, recorded);
create or replace view standing_payment as
select p.* from loan_payment p
 where p.reverses is null and not exists (select from loan_payment r where r.reverses = p.id);

-- What fell below zero because it had been paid out before it was taken back becomes a receivable.
do $$ declare found record; receivable bigint; begin
  for found in
    select a.id, a.kind, a.owner_id, sum(case when t.credit_account = a.id then t.amount else -t.amount end) as balance
      from account a join transfer t on a.id in (t.credit_account, t.debit_account)
     where a.kind in ('TAX_PAYABLE', 'PLATFORM_FEE', 'TRANSFER_FEE') group by a.id
    having sum(case when t.credit_account = a.id then t.amount else -t.amount end) < 0
  loop
    receivable := ('x' || substr(md5(gen_random_uuid()::text), 1, 13))::bit(52)::bigint;
    insert into account (id, kind, owner_id, authorising)
    values (receivable, case found.kind when 'TAX_PAYABLE' then 'TAX_RECEIVABLE' else found.kind || '_RECEIVABLE' end,
            found.owner_id, false);
    insert into transfer (id, journal_id, kind, ref, debit_account, credit_account, amount)
    values (gen_random_uuid(), gen_random_uuid(), 'CLAIM', 'migration', receivable, found.id, -found.balance);
  end loop;
end $$;
