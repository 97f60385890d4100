-- What an operator said of a line of a withdrawal can be wrong: a match, a settlement, a charge and a give-back are each taken
-- back once, by a reversal, and can be said again of the same line or another. The tables keep every one of them; the views
-- of the former names have those that stand, so that whoever reads or adds one needs to know nothing of the others.

alter table bank_line_match rename to bank_line_match_record;
alter trigger bank_line_match_append_only on bank_line_match_record rename to bank_line_match_record_append_only;
alter table bank_line_match_record drop constraint bank_line_match_pkey;
alter table bank_line_match_record
  add column id uuid primary key default gen_random_uuid(),
  -- Which it is of the matches of its line: what is matched by itself is so only as the first.
  add column occurrence integer not null default 1 check (occurrence > 0),
  add constraint bank_line_match_once unique (line_id, occurrence);
create view bank_line_match as
select m.line_id, m.withdrawal_id, m.payment_request_id, m.note, m.created_at, m.id, m.occurrence from bank_line_match_record m
 where not exists (select from reversal r where r.kind = 'BANK_LINE_MATCH' and r.of_id = m.id::text);

alter table withdrawal_return rename to withdrawal_return_record;
alter trigger withdrawal_return_append_only on withdrawal_return_record rename to withdrawal_return_record_append_only;
alter table withdrawal_return_record drop constraint withdrawal_return_line_id_key;
alter table withdrawal_return_record
  add column occurrence integer not null default 1 check (occurrence > 0),
  add constraint withdrawal_return_once unique (line_id, occurrence);
create view withdrawal_return as
select b.lender_id, b.id, b.withdrawal_id, b.line_id, b.amount, b.fee, b.note, b.created_at, b.occurrence
  from withdrawal_return_record b
 where not exists (select from reversal r where r.kind = 'WITHDRAWAL_RETURN' and r.of_id = b.id::text);

alter table withdrawal_charge rename to withdrawal_charge_record;
alter trigger withdrawal_charge_append_only on withdrawal_charge_record rename to withdrawal_charge_record_append_only;
alter table withdrawal_charge_record drop constraint withdrawal_charge_pkey;
alter table withdrawal_charge_record drop constraint withdrawal_charge_withdrawal_id_key;
alter table withdrawal_charge_record drop constraint withdrawal_charge_line_id_key;
alter table withdrawal_charge_record
  add column id uuid primary key default gen_random_uuid(),
  add column occurrence integer not null default 1 check (occurrence > 0),
  add constraint withdrawal_charge_once unique (withdrawal_id, occurrence);
create index withdrawal_charge_line on withdrawal_charge_record (line_id);
create view withdrawal_charge as
select c.lender_id, c.withdrawal_id, c.line_id, c.note, c.created_at, c.id, c.occurrence from withdrawal_charge_record c
 where not exists (select from reversal r where r.kind = 'WITHDRAWAL_CHARGE' and r.of_id = c.id::text);

-- What was settled by an operator's word that a line is its transfer.
create table withdrawal_settlement_record (
  id uuid primary key default gen_random_uuid(),
  lender_id bigint not null references lender (id),
  withdrawal_id uuid not null references withdrawal (id),
  line_id uuid not null references bank_line (id),
  note text not null,
  created_at timestamptz not null default app_now(),
  occurrence integer not null default 1 check (occurrence > 0),
  constraint withdrawal_settlement_once unique (withdrawal_id, occurrence)
);
create index withdrawal_settlement_line on withdrawal_settlement_record (line_id);
create trigger withdrawal_settlement_record_append_only before update or delete or truncate on withdrawal_settlement_record
  for each statement execute function refuse_change();
create view withdrawal_settlement as
select s.lender_id, s.withdrawal_id, s.line_id, s.note, s.created_at, s.id, s.occurrence from withdrawal_settlement_record s
 where not exists (select from reversal r where r.kind = 'WITHDRAWAL_SETTLEMENT' and r.of_id = s.id::text);
-- Those of before are in the audit trail alone.
insert into withdrawal_settlement_record (lender_id, withdrawal_id, line_id, note, created_at)
select distinct on (w.id) w.lender_id, w.id, l.id, coalesce(e.detail ->> 'note', ''), e.at
  from audit_event e
  join withdrawal w on e.subject = 'withdrawal:' || w.id and (w.state = 'PAID' or w.end_reason = 'GIVEN_BACK')
  join bank_line l on l.id::text = e.detail ->> 'lineId'
 where e.operation = 'settleByLine' and e.outcome = 'done'
 order by w.id, e.at;

-- Kinds of reversals are added to those that there are, so that the order of such migrations does not matter.
do $$ declare kinds text; begin
  select string_agg(quote_literal(kind), ', ' order by place) into kinds from (
    select m[1] as kind, place from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([A-Z_]+)''', 'g')
           with ordinality as found (m, place)
     where conname = 'reversal_kind_check' and conrelid = 'reversal'::regclass
    union all
    select * from (values ('BANK_LINE_MATCH', 1000), ('WITHDRAWAL_RETURN', 1001), ('WITHDRAWAL_CHARGE', 1002),
                          ('WITHDRAWAL_SETTLEMENT', 1003)) as more
  ) named;
  alter table reversal drop constraint reversal_kind_check;
  execute format('alter table reversal add constraint reversal_kind_check check (kind in (%s)) not valid', kinds);
  alter table reversal validate constraint reversal_kind_check;
end $$;

-- A line whose match was taken back is a stray one again.
create or replace view bank_line_name as
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

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on bank_line_match, bank_line_match_record, withdrawal_return, withdrawal_return_record,
      withdrawal_charge, withdrawal_charge_record, withdrawal_settlement, withdrawal_settlement_record from pematang_app;
  end if;
end $$;
