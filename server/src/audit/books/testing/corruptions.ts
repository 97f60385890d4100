import { approvalCorruptions } from './approval-corruptions.ts'
import { companyCorruptions } from './company-corruptions.ts'
import { bankCorruptions } from './bank-corruptions.ts'
import { bulkCorruptions } from './bulk-corruptions.ts'
import { clearingCorruptions } from './clearing-corruptions.ts'
import { taxCorruptions } from './tax-corruptions.ts'
import { documentCorruptions } from './document-corruptions.ts'
import { correctionCorruptions } from './correction-corruptions.ts'
import { waitingCorruptions } from './waiting-corruptions.ts'
import { mandateCorruptions } from './mandate-corruptions.ts'
import { openingCorruptions } from '../../../../testing/opening.ts'
import { estateCorruptions } from './estate-corruptions.ts'
import { holdingCorruptions } from './holding-corruptions.ts'
import { creditedToAnotherLender, withdrawalCorruptions } from './withdrawal-corruptions.ts'
import { termsCorruptions } from './terms-corruptions.ts'
import { selectionCorruptions } from './selection-corruptions.ts'
import { loanCorruptions } from './loan-corruptions.ts'
import { offerCorruptions } from './offer-corruptions.ts'
import { changeCorruptions } from './change-corruptions.ts'
import { limitCorruptions } from './limit-corruptions.ts'
import { readModelCorruptions } from './read-model-corruptions.ts'
import { disbursementCorruptions } from './ordered-disbursements.ts'
import { takenBackCorruptions } from './taken-back-loans.ts'
import { voteCorruptions } from './votes.ts'
import { trailCorruptions } from './trail-corruptions.ts'

/** Each entry: the invariant that must detect the corruption, a description of the corruption, and its SQL. */
export const corruptions: [string, string, string][] = [
  [
    'I1',
    'an account balance that is one rupiah too high',
    `update account set balance = balance + 1 where kind = 'LENDER_CASH'`,
  ],
  [
    'I2',
    'a transfer of zero rupiah',
    `alter table transfer drop constraint transfer_amount_check;
     update transfer set amount = 0 where kind = 'TOP_UP'`,
  ],
  [
    'I2',
    'a transfer from an account to itself',
    `alter table transfer drop constraint transfer_two_accounts;
     update transfer set debit_account = credit_account where kind = 'TOP_UP'`,
  ],
  [
    'I2b',
    'a sequence number on an account that keeps none',
    `drop index transfer_debit;
     update transfer set debit_seq = 1, debit_balance_after = 0 where kind = 'TOP_UP'`,
  ],
  [
    'I2c',
    'a transfer from an unknown account',
    `update transfer set debit_account = 1 where kind = 'TOP_UP'`,
  ],
  ['I2c', 'a hold on an unknown account', `update hold set account_id = 1 where state = 'OPEN'`],
  [
    'I3',
    'a stored running balance that is one rupiah too high',
    `update transfer set credit_balance_after = credit_balance_after + 1 where kind = 'TOP_UP'`,
  ],
  [
    'I3',
    'a gap in the sequence numbers of an account',
    `drop index transfer_debit; update transfer set debit_seq = debit_seq + 1 where kind = 'FUNDING'`,
  ],
  ['I3b', 'a deleted transfer', `delete from transfer where kind = 'FUNDING'`],
  [
    'I3b',
    'an account whose last sequence number has no transfer',
    `update account set seq = seq + 1 where kind = 'LENDER_CASH'`,
  ],
  [
    'I4',
    'holds above the balance of an account',
    `alter table account drop constraint account_floor;
     update account set held = balance + 1 where kind = 'LENDER_CASH'`,
  ],
  [
    'I4',
    'a running balance below zero',
    `update transfer set debit_balance_after = -1 where kind = 'FUNDING'`,
  ],
  [
    'I5',
    'an open hold that the account does not count',
    `update account set held = 0 where kind = 'LENDER_CASH'`,
  ],
  [
    'I5b',
    'a hold whose amount differs from its funding',
    `update hold set amount = amount - 1 where state = 'OPEN'`,
  ],
  ['I5b', 'a waiting funding without its hold', `delete from hold where state = 'OPEN'`],
  [
    'I5b',
    'a settled funding whose hold was released',
    `update hold set state = 'RELEASED' where state = 'SETTLED'`,
  ],
  [
    'I5b',
    'a hold without a funding',
    `insert into hold (id, purpose, account_id, amount, state, ended_at)
     select gen_random_uuid(), 'FUNDING', account_id, 1, 'RELEASED', now() from hold limit 1`,
  ],
  [
    'I6',
    'a loan whose funded sum is one rupiah too low',
    `update loan_position set funded = funded - 1 where funded > 0`,
  ],
  [
    'I6',
    'a loan with more funded and reserved than its total',
    `alter table loan_position drop constraint loan_never_oversubscribed;
     update loan_position set total = funded + reserved - 1 where status = 'OFFERED' and funded + reserved > minimum`,
  ],
  [
    'I6b',
    'an escrow account that lacks one rupiah',
    `update account set balance = balance - 1 where kind = 'LOAN_ESCROW' and balance > 0`,
  ],
  [
    'I7',
    'a loan with a remainder below the minimum funding',
    `update loan_position set total = funded + reserved + 1 where status = 'OFFERED' and funded + reserved > minimum`,
  ],
  ['I7b', 'a funding below the minimum', `update funding set amount = 1 where state = 'WAITING'`],
  ['I8', 'a settled funding without a signature', 'delete from signature'],
  [
    'I8',
    'an expired funding with a signature',
    `update funding set state = 'EXPIRED' where state = 'SETTLED'`,
  ],
  [
    'I5b',
    'a hold of a taken-over funding',
    `insert into hold (id, purpose, account_id, amount, state, ended_at)
     select g.funding_id, 'FUNDING', a.id, g.amount, 'SETTLED', now() from archived_agreement g
       join account a on a.kind = 'LENDER_CASH' and a.owner_id = g.lender_id`,
  ],
  ['I8', 'a taken-over funding without its archived agreement', 'delete from archived_agreement'],
  [
    'I8',
    'a funding with two signatures',
    `insert into signature (funding_id, lender_id, provider_token, shown_sha256, signed_sha256, signed_at)
     select funding_id, lender_id, 'x', 'x', 'x', now() from archived_agreement`,
  ],
  [
    'I8d',
    'a taken-over funding whose amount differs from its archived agreement',
    'update archived_agreement set amount = amount + 1',
  ],
  [
    'I8e',
    'archived agreements that add up to less than the loan',
    'update archived_agreement set amount = amount - 1',
  ],
  [
    'I8e',
    'a take-over that counts more fundings than it has',
    'update loan_take_over_record set fundings = fundings + 1',
  ],
  ['I8e', 'taken-over fundings without their take-over record', 'delete from loan_take_over_record'],
  ['I8d', 'a funding whose amount differs from its agreement', `update agreement set amount = amount + 1`],
  [
    'I8b',
    'a funding transfer to an account other than the loan’s escrow',
    `drop index transfer_credit;
     update transfer set credit_account = (select id from account where kind = 'BANK_CLEARING') where kind = 'FUNDING'`,
  ],
  ['I8c', 'a refunded funding without its transfer', `delete from transfer where kind = 'REFUND'`],
  [
    'I8c',
    'a refund transfer of a funding that is not refunded',
    `update funding set state = 'SETTLED' where state = 'REFUNDED'`,
  ],
  ['I12', 'a top-up whose amount differs from its transfer', `update top_up set amount = amount + 1`],
  ['I12', 'a top-up transfer without its top-up record', 'delete from top_up'],
  ['I12', 'a top-up without its transfer', `delete from transfer where kind = 'TOP_UP'`],
  [
    'I14',
    'a virtual account number of two lenders',
    `alter table lender_virtual_account drop constraint lender_virtual_account_pkey;
     insert into lender_virtual_account (number, lender_id, method_payment, bank_code, bank_name, account_name)
     select '988000000000001', id, n, '009', 'BNI', name from lender, generate_series(1, 2) n
      where id not in (select lender_id from lender_virtual_account)`,
  ],
  [
    'I14',
    'a virtual account number that is too short',
    `alter table lender_virtual_account drop constraint lender_virtual_account_number_check;
     insert into lender_virtual_account (number, lender_id, method_payment, bank_code, bank_name, account_name)
     select '98800000000001', id, 1, '009', 'BNI', name from lender
      where id not in (select lender_id from lender_virtual_account) limit 1`,
  ],
  [
    'I14',
    'two open virtual accounts of a lender for one payment method',
    `drop index lender_virtual_account_live;
     insert into lender_virtual_account (number, lender_id, method_payment, bank_code, bank_name, account_name)
     select '98800000000001' || n, id, 1, '009', 'BNI', name from generate_series(1, 2) n,
            (select id, name from lender limit 1) l`,
  ],
  ['I12b', 'a top-up of a lender other than the payment’s', 'update top_up set lender_id = 1'],
  [
    'I12b',
    'a bank payment whose amount differs from its top-up',
    'update bank_payment set amount = amount + 1 where lender_id is not null',
  ],
  ['I13', 'a transfer to suspense without its entry in the list', 'delete from bank_suspense'],
  ['I13', 'an entry in suspense without its transfer', `delete from transfer where kind = 'SUSPENSE'`],
  [
    'I13',
    'an assigned payment that is still listed in suspense',
    'update bank_suspense set ended_at = null, lender_id = null where lender_id is not null',
  ],
  [
    'I14b',
    'a payment to the virtual account of another lender',
    'update lender_virtual_account set lender_id = (select min(id) from lender where id <> lender_id)',
  ],
  [
    'I14b',
    'a payment to a virtual account at another bank',
    `drop index lender_virtual_account_live;
     update lender_virtual_account set method_payment = 3 - method_payment`,
  ],
  [
    'I33',
    'an assigned payment whose money is still in suspense',
    `delete from transfer where kind = 'TOP_UP' and debit_account = (select id from account where kind = 'SUSPENSE')`,
  ],
  [
    'I33',
    'money in suspense without an open entry',
    'update bank_suspense set ended_at = now(), lender_id = (select min(id) from lender) where ended_at is null',
  ],
  [
    'I19b',
    'a bulk product with fewer loans than it counts',
    `insert into bulk_product (id, secure_id, number, partner_name, loan_type_id, loans, total, source_hash)
     select 1, 'x', 'PRD-1', 'Mitra', id, 1, 10000000, decode(repeat('00', 32), 'hex') from loan_type limit 1`,
  ],
  ['I6b', 'a repaid loan without a disbursement date', `update loan set disbursed_on = null`],
  ['I21', 'a repayment without the lenders’ shares', `delete from lender_repayment where principal > 0`],
  [
    'I21',
    'a repayment that exceeds the sum of its parts',
    `alter table loan_payment drop constraint loan_payment_parts;
     update loan_payment set amount = amount + 1`,
  ],
  ['I21', 'a repayment whose tax exceeds the lenders’ tax', 'update loan_payment set tax = tax + 1'],
  [
    'I21b',
    'a repayment share credited to another lender',
    creditedToAnotherLender('REPAYMENT', 'lender_repayment'),
  ],
  [
    'I21b',
    'a repayment transfer from the wrong account',
    `update transfer set debit_account = (select id from account where kind = 'BANK_CLEARING') where kind = 'REPAYMENT'`,
  ],
  [
    'I21b',
    'a repayment whose excess is no longer recorded',
    `update loan_payment set excess = 0, amount = amount - excess where excess > 0`,
  ],
  [
    'I21c',
    'a lender’s schedule that is one rupiah too low',
    'update funding_schedule set principal[1] = principal[1] - 1 where lender_id = (select min(lender_id) from funding_schedule)',
  ],
  [
    'I21c',
    'a funding without its schedule',
    'delete from funding_schedule where lender_id = (select min(lender_id) from funding_schedule)',
  ],
  [
    'I22',
    'an installment with more paid than due',
    `alter table installment drop constraint installment_check;
     update installment set principal_paid = principal + 1 where no = 1`,
  ],
  [
    'I22',
    'a lender who received more interest than their share',
    `update lender_repayment set interest = interest + 100000 where interest > 0`,
  ],
  [
    'I22b',
    'a loan marked as repaid with debts left',
    `update loan_position set status = 'REPAID' where status = 'ACTIVE'`,
  ],
  [
    'I22b',
    'a repaid loan marked as active',
    `update loan_position set status = 'ACTIVE' where status = 'REPAID'`,
  ],
  [
    'I23',
    'a loan whose unpaid principal exceeds its schedule',
    'update loan_servicing set principal_due = principal_due + 1',
  ],
  [
    'I23',
    'a funding whose unpaid interest exceeds its schedule',
    'update funding_balance set interest_due = interest_due + 1',
  ],
  ['I23', 'a funding without its balance row', 'delete from funding_balance'],
  [
    'I23b',
    'a disbursement transfer below the amount of the loan',
    `update transfer set amount = amount - 1 where kind = 'DISBURSEMENT'`,
  ],
  ['I23b', 'a disbursed loan without its transfer', `delete from transfer where kind = 'DISBURSEMENT'`],
  ['I23b', 'a disbursed loan without its servicing row', 'delete from loan_servicing'],
  ['I26', 'a disabled guard trigger', 'alter table transfer disable trigger transfer_append_only'],
  ['I26', 'a dropped guard trigger', 'drop trigger document_append_only on document'],
  [
    'I8g',
    'a funding after only one of the two documents was opened',
    `delete from agreement_opening where kind = 'PPFP'`,
  ],
  [
    'I8g',
    'a funding on documents that another lender opened',
    'update agreement_opening set lender_id = lender_id + 1',
  ],
  [
    'I8g',
    'a document that was opened after the funding',
    `update agreement_opening set opened_at = opened_at + interval '1 year'`,
  ],
  [
    'I31',
    'an agreement file other than the signed one',
    `update document set bytes = bytes || 'x' where kind = 'PP'`,
  ],
  [
    'I31',
    'a signed file with another hash',
    `update document set sha256 = sha256 || 'x' where kind = 'PP_SIGNED'`,
  ],
  ...readModelCorruptions,
  ...trailCorruptions,
  ...bankCorruptions,
  ...waitingCorruptions,
  ...changeCorruptions,
  [
    'I61',
    'a second factor that is noted and not there',
    'update lender set second_factor = true where id = (select min(id) from lender)',
  ],
  [
    'I61',
    'recovery codes of a lender without a second factor',
    `insert into lender_recovery_code (lender_id, no, code_hash)
     select min(id), 1, decode(repeat('00', 32), 'hex') from lender`,
  ],
  [
    'I62',
    'a request for a bank account that was accepted without its command',
    `insert into bank_account_request (id, lender_id, bank_code, bank_name, account_number, account_name, state, ended_at, account_version)
     select gen_random_uuid(), lender_id, bank_code, 'x', account_number, account_name, 'ACCEPTED', app_now(), version
       from lender_bank_account_version where estate_id is null order by lender_id limit 1`,
  ],
  ...approvalCorruptions,
  ...companyCorruptions,
  ...voteCorruptions,
  ...limitCorruptions,
  ...documentCorruptions,
  ...bulkCorruptions,
  ...selectionCorruptions,
  ...mandateCorruptions,
  ...correctionCorruptions,
  ...clearingCorruptions,
  ...taxCorruptions,
  ...withdrawalCorruptions,
  ...estateCorruptions,
  ...holdingCorruptions,
  ...disbursementCorruptions,
  ...termsCorruptions,
  ...offerCorruptions,
  ...openingCorruptions,
  ...takenBackCorruptions,
  ...loanCorruptions,
]
