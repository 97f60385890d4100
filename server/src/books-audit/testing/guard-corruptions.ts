/** Corruptions of the guards in the database itself, each with the invariant that must detect it. */
export const guardCorruptions: [string, string, string][] = [
  ['I26', 'a guard of an agreement that is gone', 'drop trigger agreement_append_only on agreement'],
  [
    'I26',
    'a guard of credited payments that lets updates through',
    `drop trigger top_up_append_only on top_up;
     create trigger top_up_append_only before delete on top_up for each statement execute function refuse_change()`,
  ],
  [
    'I26',
    'a guard that no longer refuses anything',
    `create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$`,
  ],
  ['I26b', 'a hold whose amount may change', 'drop trigger hold_kept on hold'],
  [
    'I26b',
    'a funding whose amount is no longer compared',
    `drop trigger funding_kept on funding;
     create trigger funding_kept before update on funding for each row
       when ((new.lender_id, new.id, new.loan_id, new.bulk_id) is distinct from (old.lender_id, old.id, old.loan_id, old.bulk_id))
       execute function refuse_new_terms()`,
  ],
  ['I26b', 'a published loan whose terms may change', 'alter table loan disable trigger loan_kept'],
  [
    'I26b',
    'a published loan whose guard never fires',
    `drop trigger loan_kept on loan;
     create trigger loan_kept before update on loan for each row when (false) execute function keep_published_terms()`,
  ],
  ['I26b', 'withdrawals that may be deleted', 'drop trigger withdrawal_not_deleted on withdrawal'],
  ['I26b', 'borrowers that may be deleted', 'drop trigger borrower_not_deleted on borrower'],
  ['I4b', 'an account without its floor', 'alter table account drop constraint account_floor'],
  [
    'I4b',
    'a floor that was put back without looking at the rows',
    `alter table account drop constraint account_floor;
     alter table account add constraint account_floor check (not authorising or balance - held >= 0) not valid`,
  ],
  [
    'I24b',
    'an entry that was slipped in behind the chain with an old id',
    `insert into audit_event (id, at, actor, operation, outcome)
     values ('01900000-0000-7000-8000-000000000001', now(), 'operator:x', 'topUp', 'done')`,
  ],
]
