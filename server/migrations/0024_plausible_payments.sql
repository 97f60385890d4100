-- What cannot be true of money that came in: more than is plausible, more than an account can keep, and one id of a bank
-- for two payments. Nothing of it is dropped; it waits for an operator.

-- No balance is beyond what a program can count exactly (2^53-1). What a database holds already is looked at by the audit.
alter table account add constraint account_ceiling
  check (balance <= 9007199254740991 and held <= 9007199254740991) not valid;
alter table transfer add constraint transfer_ceiling check (amount <= 9007199254740991) not valid;
do $$ begin
  if not exists (select from account where balance > 9007199254740991 or held > 9007199254740991) then
    alter table account validate constraint account_ceiling;
  end if;
  if not exists (select from transfer where amount > 9007199254740991) then
    alter table transfer validate constraint transfer_ceiling;
  end if;
end $$;

-- ABOVE_CEILING: more than is plausible for the bank. BALANCE_LIMIT: its lender would have more than may be credited.
-- CONFLICT: a second payment under an id that the bank had used.
alter table bank_suspense drop constraint bank_suspense_reason_check;
alter table bank_suspense add constraint bank_suspense_reason_check
  check (reason in ('NUMBER_UNKNOWN', 'NUMBER_OF_OTHER_BANK', 'ABOVE_CEILING', 'BALANCE_LIMIT', 'CONFLICT'));

-- Money ends its waiting with its lender, or sent back at the bank: under this reference of the bank's.
alter table bank_suspense add column return_reference text;
alter table bank_suspense drop constraint bank_suspense_end;
alter table bank_suspense add constraint bank_suspense_end
  check ((ended_at is null) = (lender_id is null and return_reference is null)
         and (lender_id is null or return_reference is null));

-- All that a contradicting notice said.
alter table bank_conflict add column reference_no text, add column transacted_at text;

-- How a conflict was cleared up with the bank: what was reported first is right, or it was a payment of its own.
create table bank_conflict_end (
  conflict_id uuid primary key references bank_conflict (id),
  outcome text not null check (outcome in ('FIRST_STANDS', 'SEPARATE')),
  -- The payment of its own.
  payment_id uuid unique references bank_payment (id),
  note text not null,
  ended_at timestamptz not null default app_now(),
  constraint bank_conflict_end_payment check ((outcome = 'SEPARATE') = (payment_id is not null))
);
create trigger bank_conflict_end_append_only before update or delete or truncate on bank_conflict_end
  for each statement execute function refuse_change();

do $$ begin
  if exists (select from pg_roles where rolname = 'pematang_app') then
    revoke update, delete, truncate on bank_conflict_end from pematang_app;
  end if;
end $$;
