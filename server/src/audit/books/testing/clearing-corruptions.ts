/** Corruptions of clearing accounts and of the rates of payments, each with the invariant that must detect it. */
export const clearingCorruptions: [string, string, string][] = [
  [
    'I21d',
    'withheld tax that is one rupiah too low',
    'update lender_repayment set tax = tax - 1 where tax > 0',
  ],
  [
    'I21d',
    'a repayment taxed at a rate other than its lender’s',
    'update lender_repayment set tax_rate_ppm = tax_rate_ppm + 10000 where interest > 1000',
  ],
  [
    'I21d',
    'a tax rate without a matching tax status',
    'update lender_tax_status set rate_ppm = 1; update lender set tax_rate_ppm = 1',
  ],
  [
    'I36c',
    'a penalty limit above the terms of the loan',
    'update loan_servicing set penalty_limit = 10 * principal',
  ],
  [
    'I36c',
    'a penalty for more days than an installment was late',
    'update lender_repayment set penalty = 10 * penalty where penalty > 0',
  ],
  [
    'I22c',
    'the platform adding the whole tolerance of a loan',
    'update loan_terms set rounding_tolerance = 1',
  ],
  [
    'I22c',
    'a payment that leaves one rupiah of an installment',
    'update installment set principal = principal + 1 where principal_paid = principal',
  ],
  [
    'I33d',
    'more on the account of rounding than was added to payments',
    `update transfer set amount = amount + 1 where debit_account = (select id from account where kind = 'ROUNDING')`,
  ],
  [
    'I33d',
    'a transfer of withheld tax with another amount than its repayment',
    `update transfer t set amount = amount + 1 from account a
      where a.id = t.credit_account and a.kind = 'TAX_PAYABLE' and t.kind = 'REPAYMENT'`,
  ],
  [
    'I33d',
    'a disbursement transfer above the amount of the loan',
    `update transfer set amount = amount + 1 where kind = 'DISBURSEMENT'`,
  ],
  [
    'I33d',
    'a withdrawal fee above the one that was transferred',
    'update withdrawal set fee = fee + 1 where asked = amount',
  ],
  ['I33d', 'more cash of the platform than was at the bank', 'update bank_opening set balance = balance - 1'],
  [
    'I33e',
    'withheld tax that was not paid to the state for over 50 days',
    `update transfer set created_at = created_at - interval '51 days' where kind = 'REPAYMENT'`,
  ],
  [
    'I33e',
    'transfer fees that were not paid out for over 90 days',
    `update transfer set created_at = created_at - interval '93 days' where kind = 'WITHDRAWAL'`,
  ],
  [
    'I33e',
    'a payment in suspense for over 60 days',
    `update bank_payment set told_at = told_at - interval '61 days'`,
  ],
]
