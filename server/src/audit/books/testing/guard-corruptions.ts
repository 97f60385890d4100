/** Corruptions of the guards in the database itself, each with the invariant that must detect it. */
export const guardCorruptions: [string, string, string][] = [
  ['I26', 'a dropped guard trigger on agreements', 'drop trigger agreement_append_only on agreement'],
  [
    'I26',
    'a guard trigger on top-ups that allows updates',
    `drop trigger top_up_append_only on top_up;
     create trigger top_up_append_only before delete on top_up for each statement execute function refuse_change()`,
  ],
  [
    'I26',
    'a guard function that no longer refuses anything',
    `create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$`,
  ],
  ['I26', 'documents whose bytes may be changed', 'drop trigger factsheet_bytes_kept on factsheet'],
  [
    'I26',
    'a guard trigger on documents that never fires',
    `drop trigger document_bytes_kept on document;
     create trigger document_bytes_kept before update on document for each row when (false) execute function document_bytes_guard()`,
  ],
  [
    'I26',
    'places of documents that may be forgotten',
    'alter table document_place disable trigger document_place_kept',
  ],
  [
    'I26',
    'what a bank line was matched to may be changed',
    `drop trigger bank_line_transfer_kept on bank_line_transfer;
     create trigger bank_line_transfer_kept before update of id, line_id or delete or truncate
       on bank_line_transfer for each statement execute function refuse_change()`,
  ],
  [
    'I26',
    'payments of borrowers in suspense that may be changed',
    'drop trigger borrower_payment_append_only on borrower_payment',
  ],
  ['I26b', 'a dropped guard trigger on holds', 'drop trigger hold_kept on hold'],
  [
    'I26b',
    'a guard trigger on fundings that no longer compares the amount',
    `drop trigger funding_kept on funding;
     create trigger funding_kept before update on funding for each row
       when ((new.lender_id, new.id, new.loan_id, new.bulk_id) is distinct from (old.lender_id, old.id, old.loan_id, old.bulk_id))
       execute function refuse_new_terms()`,
  ],
  [
    'I26b',
    'a guard trigger on accounts that is not asked about a changed owner',
    `create or replace trigger account_kept before update of id, kind, authorising on account for each row
       when ((new.id, new.kind, new.owner_id, new.authorising) is distinct from (old.id, old.kind, old.owner_id, old.authorising))
       execute function refuse_new_terms()`,
  ],
  ['I26b', 'a disabled guard trigger on published loans', 'alter table loan disable trigger loan_kept'],
  [
    'I26b',
    'a guard trigger on published loans that never fires',
    `drop trigger loan_kept on loan;
     create trigger loan_kept before update on loan for each row when (false) execute function keep_published_terms()`,
  ],
  [
    'I26b',
    'withdrawals without a guard against deletion',
    'drop trigger withdrawal_not_deleted on withdrawal',
  ],
  ['I26b', 'borrowers without a guard against deletion', 'drop trigger borrower_not_deleted on borrower'],
  [
    'I4b',
    'a dropped constraint against negative balances',
    'alter table account drop constraint account_floor',
  ],
  [
    'I4b',
    'a constraint against negative balances that was not validated',
    `alter table account drop constraint account_floor;
     alter table account add constraint account_floor check (not authorising or balance - held >= 0) not valid`,
  ],
  [
    'I24b',
    'an unsealed audit event with an old id',
    `insert into audit_event (id, at, actor, operation, outcome)
     values ('01900000-0000-7000-8000-000000000001', now(), 'operator:x', 'topUp', 'done')`,
  ],
]
