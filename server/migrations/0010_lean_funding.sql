-- A funding is written thousands of times a second, so it carries no index and no check that another one implies.

-- A funding has the id of its agreement: the primary key says that each is used once, and the agreement's random id,
-- which only its lender is told, names the document to sign.
alter table funding drop column agreement_id, drop column doc_token;

-- Only the ledger's door writes these, from accounts that it has just locked; the audit of the books asks for the rest.
alter table hold drop constraint hold_account_id_fkey;
alter table transfer drop constraint transfer_debit_account_fkey, drop constraint transfer_credit_account_fkey;

-- Machine names are compared byte by byte, whatever the language of the database.
alter table idempotency alter column actor type text collate "C", alter column route type text collate "C",
  alter column key type text collate "C";
alter table account alter column kind type text collate "C";
