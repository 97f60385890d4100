/** Corruptions of idempotency keys and of corrections, each with the invariant that must detect it. */
export const correctionCorruptions: [string, string, string][] = [
  ['I15', 'a key without an answer', 'update idempotency set answer = null'],
  [
    'I37',
    'a reversal that took a rupiah less',
    `update transfer set amount = amount - 1 where kind = 'REVERSAL' and amount > 1`,
  ],
  ['I37', 'a reversal that nobody gave a reason for', 'delete from reversal'],
  ['I37', 'a reversal that moved nothing', `delete from transfer where kind = 'REVERSAL'`],
  [
    'I37',
    'a payment that was taken back twice',
    `insert into transfer (id, journal_id, kind, ref, debit_account, credit_account, amount)
     select gen_random_uuid(), gen_random_uuid(), kind, ref, debit_account, credit_account, amount from transfer
      where kind = 'REVERSAL'`,
  ],
  ['I37b', 'a payment that is not negated', 'delete from loan_payment where occurrence < 0'],
  [
    'I37b',
    'a payment that is negated in part',
    'update lender_repayment set principal = principal + 1 where principal < 0',
  ],
  [
    'I37b',
    'one reference of two payments',
    `insert into loan_payment (id, loan_id, reference, occurrence, paid_on, amount, principal, interest, penalty, fee, excess, tax)
     select gen_random_uuid(), loan_id, reference, 9, paid_on, 1, 0, 0, 0, 1, 0, 0 from standing_payment`,
  ],
  ['I37c', 'a debt that is forgotten', 'update lender_receivable set owed = owed - 1 where owed > 0'],
  [
    'I37c',
    'a debt that nobody made',
    'insert into lender_receivable select min(id), 5 from lender where id not in (select lender_id from lender_receivable)',
  ],
  ['I37d', 'a correction that the lender is not told of', 'delete from lender_correction'],
  [
    'I37d',
    'an advance that the lender is not told of',
    `insert into transfer (id, journal_id, kind, ref, debit_account, credit_account, amount)
     select gen_random_uuid(), gen_random_uuid(), 'ADVANCE', 'x', r.id, c.id, 1 from account r, account c
      where r.kind = 'LENDER_RECEIVABLE' and c.kind = 'LENDER_CASH' limit 1`,
  ],
  ['I38', 'a payout of another amount', `update payout set amount = amount + 1`],
  ['I38', 'a payout that nobody recorded', 'delete from payout'],
  [
    'I38',
    'an excess below zero',
    `update transfer t set amount = amount + 1000000 from account a
      where a.id = t.debit_account and a.kind = 'BORROWER_EXCESS' and t.kind = 'PAYOUT'`,
  ],
  [
    'I38',
    'tax below zero',
    `insert into transfer (id, journal_id, kind, ref, debit_account, credit_account, amount)
     select gen_random_uuid(), gen_random_uuid(), 'REVERSAL', 'x', t.id, b.id, 100000000 from account t, account b
      where t.kind = 'TAX_PAYABLE' and b.kind = 'BANK_CLEARING' limit 1`,
  ],
  [
    'I38',
    'a claim against nobody',
    `insert into transfer (id, journal_id, kind, ref, debit_account, credit_account, amount)
     select gen_random_uuid(), gen_random_uuid(), 'CLAIM', 'x', t.id, b.id, 1 from account t, account b
      where t.kind = 'TAX_PAYABLE' and b.kind = 'PLATFORM_FEE' limit 1`,
  ],
  [
    'I25d',
    'a loan that was paid out before it was funded',
    `update loan_servicing set disbursed_on = '2000-01-01'; update loan set disbursed_on = '2000-01-01' where disbursed_on is not null`,
  ],
  ['I25d', 'a payment of before the loan was paid out', `update loan_payment set paid_on = '2000-01-01'`],
  ['I39', 'a rate that was changed in silence', 'update lender set tax_rate_ppm = 1'],
]
