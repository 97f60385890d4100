/** Corruptions of idempotency keys and of corrections, each with the invariant that must detect it. */
export const correctionCorruptions: [string, string, string][] = [
  ['I15', 'an idempotency key without a stored answer', 'update idempotency set answer = null'],
  [
    'I37',
    'a reversal transfer of one rupiah too little',
    `update transfer set amount = amount - 1 where kind = 'REVERSAL' and amount > 1`,
  ],
  ['I37', 'a reversal transfer without its reversal record', 'delete from reversal'],
  ['I37', 'a reversal without its transfers', `delete from transfer where kind = 'REVERSAL'`],
  [
    'I37',
    'a repayment that was reversed twice',
    `insert into transfer (id, journal_id, kind, ref, debit_account, credit_account, amount)
     select gen_random_uuid(), gen_random_uuid(), kind, ref, debit_account, credit_account, amount from transfer
      where kind = 'REVERSAL'`,
  ],
  [
    'I37b',
    'a reversed repayment without its negative entry',
    'delete from loan_payment where occurrence < 0',
  ],
  [
    'I37b',
    'a reversed repayment whose negative entry is too small',
    'update lender_repayment set principal = principal + 1 where principal < 0',
  ],
  [
    'I37b',
    'two repayments with the same reference',
    `insert into loan_payment (id, loan_id, reference, occurrence, paid_on, amount, principal, interest, penalty, fee, excess, tax)
     select gen_random_uuid(), loan_id, reference, 9, paid_on, 1, 0, 0, 0, 1, 0, 0 from standing_payment`,
  ],
  [
    'I37c',
    'a receivable that is one rupiah too low',
    'update lender_receivable set owed = owed - 1 where owed > 0',
  ],
  [
    'I37c',
    'a receivable without transfers',
    'insert into lender_receivable select min(id), 5 from lender where id not in (select lender_id from lender_receivable)',
  ],
  ['I37d', 'a correction without its entry in the lender’s history', 'delete from lender_correction'],
  [
    'I37d',
    'an advance without its entry in the lender’s history',
    `insert into transfer (id, journal_id, kind, ref, debit_account, credit_account, amount)
     select gen_random_uuid(), gen_random_uuid(), 'ADVANCE', 'x', r.id, c.id, 1 from account r, account c
      where r.kind = 'LENDER_RECEIVABLE' and c.kind = 'LENDER_CASH' limit 1`,
  ],
  ['I38', 'a payout whose amount differs from its transfer', `update payout set amount = amount + 1`],
  ['I38', 'a payout transfer without its payout record', 'delete from payout'],
  [
    'I38',
    'a negative balance of borrowers’ excess',
    `update transfer t set amount = amount + 1000000 from account a
      where a.id = t.debit_account and a.kind = 'BORROWER_EXCESS' and t.kind = 'PAYOUT'`,
  ],
  [
    'I38',
    'a negative balance of withheld tax',
    `insert into transfer (id, journal_id, kind, ref, debit_account, credit_account, amount)
     select gen_random_uuid(), gen_random_uuid(), 'REVERSAL', 'x', t.id, b.id, 100000000 from account t, account b
      where t.kind = 'TAX_PAYABLE' and b.kind = 'BANK_CLEARING' limit 1`,
  ],
  [
    'I38',
    'a claim without a payout that caused it',
    `insert into transfer (id, journal_id, kind, ref, debit_account, credit_account, amount)
     select gen_random_uuid(), gen_random_uuid(), 'CLAIM', 'x', t.id, b.id, 1 from account t, account b
      where t.kind = 'TAX_PAYABLE' and b.kind = 'PLATFORM_FEE' limit 1`,
  ],
  [
    'I25d',
    'a loan disbursed before it was funded',
    `update loan_servicing set disbursed_on = '2000-01-01'; update loan set disbursed_on = '2000-01-01' where disbursed_on is not null`,
  ],
  ['I25d', 'a repayment dated before the disbursement', `update loan_payment set paid_on = '2000-01-01'`],
  ['I39', 'a tax rate changed without a tax status', 'update lender set tax_rate_ppm = 1'],
]
