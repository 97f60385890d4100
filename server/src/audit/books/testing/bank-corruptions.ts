/** Corruptions of payments that came in through banks, each with the invariant that must detect it. */
export const bankCorruptions: [string, string, string][] = [
  [
    'I12c',
    'a payment that is both in suspense and credited',
    `insert into top_up (bank, payment_request_id, lender_id, id, amount)
     select p.bank, p.payment_request_id, (select min(id) from lender), gen_random_uuid(), p.amount
       from bank_suspense s join bank_payment p on p.id = s.payment_id where s.ended_at is null limit 1`,
  ],
  ['I12c', 'a payment whose identifiers are no longer stored', 'delete from bank_payment_name'],
  [
    'I12c',
    'a bank notice attached to a different payment',
    `insert into bank_payment_notice (payment_id, bank, payment_request_id, number)
     select o.id, b.bank, b.payment_request_id, b.number from bank_payment o, bank_payment b
      where o.told_by = 'OPERATOR' and b.told_by = 'BANK' limit 1`,
  ],
  [
    'I12d',
    'a reversed top-up whose money is not in suspense',
    `update bank_payment set replaces = null where id in (select id from reversal)`,
  ],
  [
    'I12d',
    'a reversed payment in suspense with one rupiah less',
    `update bank_payment set amount = amount - 1 where id in (select id from reversal)`,
  ],
  ['I12d', 'a payment that replaces one that was not reversed', `delete from reversal where kind = 'TOP_UP'`],
  [
    'I12d',
    'a reversal of a top-up that does not exist',
    `update reversal set of_id = gen_random_uuid()::text where kind = 'TOP_UP'`,
  ],
  [
    'I12d',
    'a payment in place of one whose return stands',
    `delete from reversal where kind = 'SUSPENSE_RETURN'`,
  ],
  [
    'I12d',
    'a reversed return of a payment that was not sent back',
    `update bank_suspense set return_reference = null, lender_id = (select min(id) from lender)
      where payment_id::text in (select of_id from reversal where kind = 'SUSPENSE_RETURN')`,
  ],
  [
    'I12d',
    'a reversed return whose payment does not wait',
    `delete from bank_suspense where payment_id in (select id from reversal where kind = 'SUSPENSE_RETURN')`,
  ],
  [
    'I37',
    'a reversal of a return that names the journal of a top-up',
    `update reversal r set kind = 'TOP_UP' where kind = 'SUSPENSE_RETURN'`,
  ],
  [
    'I12e',
    'cash taken over whose amount differs from its transfer',
    'update cash_opening set amount = amount + 1',
  ],
  [
    'I12e',
    'a transfer of cash taken over without its record',
    'delete from cash_opening where occurrence = 2',
  ],
  [
    'I12e',
    'cash of another bank than the one whose account moved',
    'update cash_opening set method_payment = 2',
  ],
  ['I12e', 'cash taken over twice at a bank', `delete from reversal where kind = 'CASH_OPENING'`],
  [
    'I12e',
    'the platform’s cash at another bank than the one that had it',
    `update bank_opening set method_payment = 2`,
  ],
  ['I12e', 'two balances that stand at a bank', `delete from reversal where kind = 'BANK_OPENING'`],
  [
    'I12e',
    'a reversal of cash that was never taken over',
    `update reversal set of_id = gen_random_uuid()::text where kind = 'CASH_OPENING'`,
  ],
  [
    'I13',
    'a reversed payment without its entry in suspense',
    `delete from bank_suspense where payment_id in (select id from reversal)`,
  ],
  [
    'I13b',
    'an operator’s record that is credited without the bank’s word',
    `update bank_suspense set ended_at = now(), lender_id = intended_for where reason = 'UNCONFIRMED' and ended_at is null`,
  ],
  ['I13b', 'a top-up credited at an operator’s word without a reason', 'delete from top_up_without_line'],
  [
    'I13b',
    'an operator’s record that was taken back by another reversal',
    `update reversal set of_id = gen_random_uuid()::text where kind = 'UNCONFIRMED_TOP_UP'`,
  ],
  [
    'I13',
    'an operator’s record that counts as money in suspense',
    `alter table bank_suspense drop constraint bank_suspense_intended;
     update bank_suspense set reason = 'NUMBER_UNKNOWN' where reason = 'UNCONFIRMED' and ended_at is null`,
  ],
  [
    'I33',
    'a reversed assignment without the transfer to suspense',
    `delete from transfer where kind = 'REVERSAL' and credit_account in (select id from account where kind = 'SUSPENSE')`,
  ],
  [
    'I37',
    'a top-up that was reversed twice',
    `insert into transfer (id, journal_id, kind, ref, debit_account, credit_account, amount)
     select gen_random_uuid(), gen_random_uuid(), t.kind, t.ref, t.debit_account, t.credit_account, t.amount
       from transfer t join reversal r on r.id::text = t.ref and r.kind = 'TOP_UP' where t.kind = 'REVERSAL'`,
  ],
  [
    'I33',
    'a payment marked as returned whose money is still in suspense',
    `update bank_suspense set ended_at = now(), return_reference = 'x' where ended_at is null`,
  ],
  [
    'I33f',
    'a borrower’s payment that waits with one rupiah less',
    `update borrower_payment set amount = amount - 1 where id = (select id from borrower_payment_now where state = 'WAITS')`,
  ],
  [
    'I33f',
    'a borrower’s payment that was sent back with its money still in suspense',
    `delete from transfer where ref in (select end_id::text from borrower_payment_now where state = 'RETURNED')`,
  ],
  [
    'I33f',
    'an assigned payment of a borrower without its repayment',
    'delete from borrower_payment_part where end_id in (select end_id from borrower_payment_now)',
  ],
  [
    'I33f',
    'an assigned payment of a borrower with another value date than its repayment',
    `update borrower_payment set paid_on = paid_on - 1 where id = (select id from borrower_payment_now where state = 'ASSIGNED')`,
  ],
  [
    'I33f',
    'a line that is in suspense twice',
    `update borrower_payment set line_id = (select min(line_id::text)::uuid from borrower_payment_now)`,
  ],
  [
    'I33e',
    'a borrower’s payment that waits for 61 days',
    `update borrower_payment set created_at = created_at - interval '61 days'`,
  ],
]
