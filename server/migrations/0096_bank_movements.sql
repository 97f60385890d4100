-- One transfer of a borrower may pay several loans: its reference is taken once for each of them.
alter table loan_payment drop constraint loan_payment_once;
alter table loan_payment add constraint loan_payment_once unique (reference, loan_id, occurrence);
create or replace function note_payment() returns trigger language plpgsql as $$
begin
  insert into loan_event (kind, loan_id, of_id)
  select 'PAID', n.loan_id, n.id::text from fresh n
   where n.occurrence > 0
     and not exists (select from loan_payment r where r.loan_id = n.loan_id and r.reference = n.reference
                        and r.occurrence = 1 - n.occurrence and r.created_at = n.created_at);
  return null;
end $$;

-- The bank's own words on a line.
alter table bank_line add column remark text;
create index bank_line_reference on bank_line (upper(btrim(bank_reference) collate "C")) where bank_reference is not null;
create index loan_payment_name on loan_payment (upper(btrim(reference) collate "C"));
create index loan_payment_recorded_at on loan_payment using brin (created_at);
create index payout_name on payout (upper(btrim(reference) collate "C"));

-- Of which recorded movement a line is, by its name, where the bank's reference does not say so; each can be taken back.
create table bank_line_transfer (
  id uuid primary key default gen_random_uuid(),
  line_id uuid not null references bank_line (id),
  name text not null check (name = upper(btrim(name) collate "C") and length(name) between 1 and 100),
  note text not null,
  created_at timestamptz not null default app_now(),
  taken_back_at timestamptz,
  taken_back_note text,
  constraint bank_line_transfer_end check ((taken_back_at is null) = (taken_back_note is null))
);
create unique index bank_line_transfer_one on bank_line_transfer (line_id) where taken_back_at is null;
create index bank_line_transfer_name on bank_line_transfer (name) where taken_back_at is null;
create trigger bank_line_transfer_kept before update of id, line_id, name, note, created_at or delete or truncate
  on bank_line_transfer for each statement execute function refuse_change();

-- The lines that are of no withdrawal and no payment to a virtual account, by the name of their transfer.
create view bank_line_name as
select l.id, l.method_payment, l.type, l.amount, l.at, t.name
  from bank_line_transfer t join bank_line l on l.id = t.line_id
 where t.taken_back_at is null and l.gone_at is null
union all
select l.id, l.method_payment, l.type, l.amount, l.at, upper(btrim(l.bank_reference) collate "C")
  from bank_line l
 where l.gone_at is null and l.payment_request_id is null
   and not exists (select from bank_line_transfer t where t.line_id = l.id and t.taken_back_at is null)
   and not exists (select from bank_line_match m where m.line_id = l.id)
   and not exists (select from withdrawal w where w.id = l.withdrawal_id and w.method_payment = l.method_payment);

-- What the books say came in (above zero) and went out (below) in transfers that a bank must list, by the name of the
-- transfer: the bank's reference, or of a disbursement the number of its loan. Several with one name are one transfer.
-- The bank is null where it is the one through which loans are paid out and repaid.
create view bank_movement as
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
 where not exists (select from reversal r where r.kind = 'PAYOUT' and r.of_id = p.id::text);
create index loan_servicing_recorded_at on loan_servicing using brin (created_at);
create index loan_name on loan (upper(loan_number collate "C"));

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on bank_line_transfer from pematang_app;
    grant update (taken_back_at, taken_back_note) on bank_line_transfer to pematang_app;
    revoke insert, update, delete, truncate on bank_line_name, bank_movement from pematang_app;
  end if;
end $$;
