import { bankCorruptions } from './bank-corruptions.ts'
import { bulkCorruptions } from './bulk-corruptions.ts'
import { clearingCorruptions } from './clearing-corruptions.ts'
import { taxCorruptions } from './tax-corruptions.ts'
import { documentCorruptions } from './document-corruptions.ts'
import { correctionCorruptions } from './correction-corruptions.ts'
import { waitingCorruptions } from './waiting-corruptions.ts'
import { mandateCorruptions } from './mandate-corruptions.ts'
import { openingCorruptions } from './opening.ts'
import { creditedToAnotherLender, withdrawalCorruptions } from './withdrawal-corruptions.ts'
import { termsCorruptions } from './terms-corruptions.ts'
import { selectionCorruptions } from './selection-corruptions.ts'
import { loanCorruptions } from './loan-corruptions.ts'
import { offerCorruptions } from './offer-corruptions.ts'
import { limitCorruptions } from './limit-corruptions.ts'

const lastSealed = '(select event_id from audit_seal order by seq desc limit 1)'
const firstSealed = '(select event_id from audit_seal order by seq limit 1)'

/** Each entry: the invariant that must detect the corruption, its description, and its SQL. */
export const corruptions: [string, string, string][] = [
  ['I1', 'money out of nothing', `update account set balance = balance + 1 where kind = 'LENDER_CASH'`],
  [
    'I2',
    'a transfer of nothing',
    `alter table transfer drop constraint transfer_amount_check;
     update transfer set amount = 0 where kind = 'TOP_UP'`,
  ],
  [
    'I2',
    'an account that pays itself',
    `alter table transfer drop constraint transfer_two_accounts;
     update transfer set debit_account = credit_account where kind = 'TOP_UP'`,
  ],
  [
    'I2b',
    'a number on the side of a recording account',
    `drop index transfer_debit;
     update transfer set debit_seq = 1, debit_balance_after = 0 where kind = 'TOP_UP'`,
  ],
  ['I2c', 'a transfer from nowhere', `update transfer set debit_account = 1 where kind = 'TOP_UP'`],
  ['I2c', 'a hold of nothing', `update hold set account_id = 1 where state = 'OPEN'`],
  [
    'I3',
    'a balance after that is one off',
    `update transfer set credit_balance_after = credit_balance_after + 1 where kind = 'TOP_UP'`,
  ],
  [
    'I3',
    'a gap in the numbers',
    `drop index transfer_debit; update transfer set debit_seq = debit_seq + 1 where kind = 'FUNDING'`,
  ],
  ['I3b', 'a transfer that is gone', `delete from transfer where kind = 'FUNDING'`],
  ['I3b', 'a number that runs ahead', `update account set seq = seq + 1 where kind = 'LENDER_CASH'`],
  [
    'I4',
    'more held than there is',
    `alter table account drop constraint account_floor;
     update account set held = balance + 1 where kind = 'LENDER_CASH'`,
  ],
  [
    'I4',
    'a balance that once was below zero',
    `update transfer set debit_balance_after = -1 where kind = 'FUNDING'`,
  ],
  ['I5', 'a hold that the account forgot', `update account set held = 0 where kind = 'LENDER_CASH'`],
  ['I5b', 'a hold over another amount', `update hold set amount = amount - 1 where state = 'OPEN'`],
  ['I5b', 'a funding without its hold', `delete from hold where state = 'OPEN'`],
  ['I5b', 'a hold that ended another way', `update hold set state = 'RELEASED' where state = 'SETTLED'`],
  [
    'I5b',
    'a hold for nothing',
    `insert into hold (id, purpose, account_id, amount, state, ended_at)
     select gen_random_uuid(), 'FUNDING', account_id, 1, 'RELEASED', now() from hold limit 1`,
  ],
  ['I6', 'a loan that counts too little', `update loan_position set funded = funded - 1 where funded > 0`],
  [
    'I6',
    'a loan that is oversubscribed',
    `alter table loan_position drop constraint loan_never_oversubscribed;
     update loan_position set total = funded + reserved - 1 where status = 'OFFERED' and funded + reserved > 0`,
  ],
  [
    'I6b',
    'an escrow that lacks a rupiah',
    `update account set balance = balance - 1 where kind = 'LOAN_ESCROW' and balance > 0`,
  ],
  [
    'I7',
    'a remainder that nobody may fund',
    `update loan_position set total = funded + reserved + 1 where status = 'OFFERED' and funded + reserved > 0`,
  ],
  ['I7b', 'a funding below the minimum', `update funding set amount = 1 where state = 'WAITING'`],
  ['I8', 'a funding that counts without a signature', 'delete from signature'],
  [
    'I8',
    'a signature of what does not count',
    `update funding set state = 'EXPIRED' where state = 'SETTLED'`,
  ],
  [
    'I5b',
    'a hold of a funding that was taken over',
    `insert into hold (id, purpose, account_id, amount, state, ended_at)
     select g.funding_id, 'FUNDING', a.id, g.amount, 'SETTLED', now() from archived_agreement g
       join account a on a.kind = 'LENDER_CASH' and a.owner_id = g.lender_id`,
  ],
  ['I8', 'a funding that was taken over without its agreement', 'delete from archived_agreement'],
  [
    'I8',
    'a funding that was signed twice',
    `insert into signature (funding_id, lender_id, provider_token, shown_sha256, signed_sha256, signed_at)
     select funding_id, lender_id, 'x', 'x', 'x', now() from archived_agreement`,
  ],
  ['I8d', 'another amount than the archive has', 'update archived_agreement set amount = amount + 1'],
  ['I8e', 'an archive that lacks a rupiah', 'update archived_agreement set amount = amount - 1'],
  ['I8e', 'a take-over of more than there is', 'update loan_take_over set fundings = fundings + 1'],
  ['I8e', 'a take-over that nobody told of', 'delete from loan_take_over'],
  ['I8d', 'a funding that nobody agreed to', `update agreement set amount = amount + 1`],
  [
    'I8b',
    'a funding that moved its money to another account',
    `drop index transfer_credit;
     update transfer set credit_account = (select id from account where kind = 'BANK_CLEARING') where kind = 'FUNDING'`,
  ],
  ['I8c', 'a refund that never came', `delete from transfer where kind = 'REFUND'`],
  ['I8c', 'a refund of nothing', `update funding set state = 'SETTLED' where state = 'REFUNDED'`],
  ['I12', 'a payment credited with another amount', `update top_up set amount = amount + 1`],
  ['I12', 'a credit that no bank told of', 'delete from top_up'],
  ['I12', 'a payment that was never credited', `delete from transfer where kind = 'TOP_UP'`],
  [
    'I14',
    'a virtual account of two lenders',
    `alter table lender_virtual_account drop constraint lender_virtual_account_pkey;
     insert into lender_virtual_account (number, lender_id, method_payment, bank_code, bank_name, account_name)
     select '988000000000001', id, n, '009', 'BNI', name from lender, generate_series(1, 2) n
      where id not in (select lender_id from lender_virtual_account)`,
  ],
  [
    'I14',
    'a virtual account that is too short',
    `alter table lender_virtual_account drop constraint lender_virtual_account_number_check;
     insert into lender_virtual_account (number, lender_id, method_payment, bank_code, bank_name, account_name)
     select '98800000000001', id, 1, '009', 'BNI', name from lender
      where id not in (select lender_id from lender_virtual_account) limit 1`,
  ],
  [
    'I14',
    'two virtual accounts of a lender for one way to pay',
    `drop index lender_virtual_account_live;
     insert into lender_virtual_account (number, lender_id, method_payment, bank_code, bank_name, account_name)
     select '98800000000001' || n, id, 1, '009', 'BNI', name from generate_series(1, 2) n,
            (select id, name from lender limit 1) l`,
  ],
  ['I12b', 'a payment that went to another lender', 'update top_up set lender_id = 1'],
  [
    'I12b',
    'a payment told with another amount',
    'update bank_payment set amount = amount + 1 where lender_id is not null',
  ],
  ['I13', 'money of nobody that is listed nowhere', 'delete from bank_suspense'],
  ['I13', 'money of nobody that never came to suspense', `delete from transfer where kind = 'SUSPENSE'`],
  [
    'I13',
    'money of nobody that somebody has without a word',
    'update bank_suspense set ended_at = null, lender_id = null where lender_id is not null',
  ],
  [
    'I14b',
    'money for the number of another lender',
    'update lender_virtual_account set lender_id = (select min(id) from lender where id <> lender_id)',
  ],
  [
    'I14b',
    'money for a number at another bank',
    `drop index lender_virtual_account_live;
     update lender_virtual_account set method_payment = 3 - method_payment`,
  ],
  [
    'I33',
    'money that found its lender and stays in suspense',
    `delete from transfer where kind = 'TOP_UP' and debit_account = (select id from account where kind = 'SUSPENSE')`,
  ],
  [
    'I33',
    'suspense that nobody knows of',
    'update bank_suspense set ended_at = now(), lender_id = (select min(id) from lender)',
  ],
  [
    'I19b',
    'a product that lost a loan',
    `insert into bulk_product (id, secure_id, number, partner_name, loan_type_id, loans, total, source_hash)
     select 1, 'x', 'PRD-1', 'Mitra', id, 1, 10000000, decode(repeat('00', 32), 'hex') from loan_type limit 1`,
  ],
  ['I6b', 'money that stays in escrow', `update loan set disbursed_on = null`],
  ['I21', 'a payment that nobody got', `delete from lender_repayment where principal > 0`],
  [
    'I21',
    'a payment that says more than it is',
    `alter table loan_payment drop constraint loan_payment_parts;
     update loan_payment set amount = amount + 1`,
  ],
  ['I21', 'a tax that nobody paid', 'update loan_payment set tax = tax + 1'],
  ['I21b', 'a share that went to another lender', creditedToAnotherLender('REPAYMENT', 'lender_repayment')],
  [
    'I21b',
    'a repayment out of another account',
    `update transfer set debit_account = (select id from account where kind = 'BANK_CLEARING') where kind = 'REPAYMENT'`,
  ],
  [
    'I21b',
    'an excess that is gone',
    `update loan_payment set excess = 0, amount = amount - excess where excess > 0`,
  ],
  [
    'I21c',
    'a share that is a rupiah short',
    'update funding_schedule set principal[1] = principal[1] - 1 where lender_id = (select min(lender_id) from funding_schedule)',
  ],
  [
    'I21c',
    'a lender without a share',
    'delete from funding_schedule where lender_id = (select min(lender_id) from funding_schedule)',
  ],
  [
    'I22',
    'more paid than was due',
    `alter table installment drop constraint installment_check;
     update installment set principal_paid = principal + 1 where no = 1`,
  ],
  [
    'I22',
    'a lender who got more than his share',
    `update lender_repayment set interest = interest + 100000 where interest > 0`,
  ],
  [
    'I22b',
    'a loan that is repaid too soon',
    `update loan_position set status = 'REPAID' where status = 'ACTIVE'`,
  ],
  [
    'I22b',
    'a loan that is never repaid',
    `update loan_position set status = 'ACTIVE' where status = 'REPAID'`,
  ],
  [
    'I23',
    'a loan that owes more than its schedule',
    'update loan_servicing set principal_due = principal_due + 1',
  ],
  ['I23', 'a lender who is owed more', 'update funding_balance set interest_due = interest_due + 1'],
  ['I23', 'a lender who is owed nothing', 'delete from funding_balance'],
  [
    'I23b',
    'a disbursement of another amount',
    `update transfer set amount = amount - 1 where kind = 'DISBURSEMENT'`,
  ],
  ['I23b', 'a loan that was never paid out', `delete from transfer where kind = 'DISBURSEMENT'`],
  ['I23b', 'a loan in service that nobody keeps', 'delete from loan_servicing'],
  ['I23c', 'a funding that stands elsewhere', 'update portfolio_standing set phase = 4 where phase = 2'],
  ['I23c', 'a due date that was forgotten', `update portfolio_standing set oldest_due = 'infinity'`],
  ['I23c', 'a funding that nobody sees', 'delete from portfolio_row'],
  ['I23c', 'a funding of somebody else', 'update portfolio_standing set borrower_id = borrower_id + 1'],
  [
    'I23c',
    'a funding under another number',
    `update portfolio_standing set loan_number = loan_number || 'x'`,
  ],
  ['I23d', 'a sum that is one off', 'update portfolio_total set principal_due = principal_due + 1'],
  ['I23d', 'a lender without sums', 'delete from portfolio_total'],
  ['I23d', 'a borrower of nobody', 'update portfolio_borrower set lent = lent + 1'],
  ['I23d', 'a type of loans with more in it', 'update portfolio_mix set principal_due = principal_due + 1'],
  ['I23d', 'a rating that was forgotten', 'delete from portfolio_mix'],
  ['I23d', 'a borrower who owes more', 'update portfolio_borrower_due set principal_due = principal_due + 1'],
  ['I23e', 'a movement of another amount', 'update history_row set amount = amount - 1 where type = 5'],
  ['I23e', 'a funding that is not told', 'delete from history_row where type = 2'],
  ['I23e', 'a day that counts too much', 'update history_day set rows = rows + 1'],
  ['I23g', 'a delay that was made up', 'update repayment_record set paid_late = not paid_late'],
  ['I23g', 'an overdue day that is gone', `update repayment_record set oldest_due = 'infinity'`],
  ['I23g', 'a loan missing in a record', 'delete from repayment_record'],
  ['I24', 'a changed event', `update audit_event set outcome = 'other' where id = ${firstSealed}`],
  ['I24', 'an event that is gone', `delete from audit_event where id = ${firstSealed}`],
  ['I24', 'the last event, gone', `delete from audit_event where id = ${lastSealed}`],
  [
    'I24',
    'an event whose parts were pushed along',
    `update audit_event set subject = null, outcome = subject, request_id = outcome
      where operation = 'createLender' and subject is not null and request_id is null and detail is null`,
  ],
  ['I24', 'a link that is gone', 'delete from audit_seal where seq = 2'],
  [
    'I24',
    'two events in each other’s place',
    `update audit_seal set seq = 1000000 where seq = 1;
     update audit_seal set seq = 1 where seq = 2;
     update audit_seal set seq = 2 where seq = 1000000`,
  ],
  [
    'I24c',
    'an event that was added long after its time, and sealed',
    `insert into audit_event (id, actor, operation, outcome)
       values ('01900000-0000-7000-8000-000000000001', 'system', 'x', 'done');
     insert into audit_seal (seq, event_id, hash)
       select max(seq) + 1, '01900000-0000-7000-8000-000000000001', sha256('x') from audit_seal`,
  ],
  [
    'I25',
    'a closed day that was changed',
    'update day_close set loans = loans + 1 where date = (select min(date) from day_close)',
  ],
  [
    'I25',
    'a closed day that was changed and sealed anew',
    `update day_close set loans = 1, hash = day_close_hash((select hash from day_close b where b.date = day_close.date - 1),
       date, array[1, total, lancar, dalam_perhatian_khusus, kurang_lancar, diragukan, macet], null)
      where date = (select max(date) from day_close)`,
  ],
  [
    'I25',
    'a late loan that was put in',
    `insert into day_close_late select max(date), 1, 1, 1, 1 from day_close`,
  ],
  [
    'I25',
    'a closed day that is gone',
    'delete from day_close where date = (select min(date) + 1 from day_close)',
  ],
  [
    'I25',
    'the last closed day, gone',
    'delete from day_close where date = (select max(date) from day_close)',
  ],
  ['I25', 'all closed days, gone', 'delete from day_close'],
  ['I25b', 'a loan written off without a word', `update loan_position set status = 'WRITTEN_OFF'`],
  [
    'I25b',
    'a write-off of a loan that is not',
    `insert into write_off (loan_id, written_off_on, principal, interest, reason)
     select loan_id, business_day(now()), 1, 0, 'x' from loan_position`,
  ],
  [
    'I25c',
    'new terms that nobody put on the loan',
    `insert into restructuring (loan_id, version, agreed_on, interest, interest_type, tenor, tenor_period, starts_on,
                                principal, interest_kept, interest_waived, agreement_reference, agreement_sha256)
     select loan_id, 2, business_day(now()), 0, 'FLAT', 1, 'MONTH', business_day(now()), 1, 0, 0, 'x', sha256('x')
       from loan_position`,
  ],
  ['I26', 'a guard that is switched off', 'alter table transfer disable trigger transfer_append_only'],
  ['I26', 'a guard that is gone', 'drop trigger document_append_only on document'],
  [
    'I8g',
    'a funding on an agreement of which one document was opened',
    `delete from agreement_opening where kind = 'PPFP'`,
  ],
  [
    'I8g',
    'a funding on what another lender opened',
    'update agreement_opening set lender_id = lender_id + 1',
  ],
  [
    'I8g',
    'a document that was opened after the funding',
    `update agreement_opening set opened_at = opened_at + interval '1 year'`,
  ],
  ['I31', 'another document than was signed', `update document set bytes = bytes || 'x' where kind = 'PP'`],
  ['I31', 'another signed document', `update document set sha256 = sha256 || 'x' where kind = 'PP_SIGNED'`],
  ...bankCorruptions,
  ...waitingCorruptions,
  ...limitCorruptions,
  ...documentCorruptions,
  ...bulkCorruptions,
  ...selectionCorruptions,
  ...mandateCorruptions,
  ...correctionCorruptions,
  ...clearingCorruptions,
  ...taxCorruptions,
  ...withdrawalCorruptions,
  ...termsCorruptions,
  ...offerCorruptions,
  ...openingCorruptions,
  ...loanCorruptions,
]
