/** Corruptions of clearing accounts and of the rates of payments, each with the invariant that must detect it. */
export const clearingCorruptions: [string, string, string][] = [
  ['I21d', 'a tax that is a rupiah short', 'update lender_repayment set tax = tax - 1 where tax > 0'],
  [
    'I21d',
    'a payment that was taxed by another rate',
    'update lender_repayment set tax_rate_ppm = tax_rate_ppm + 10000 where interest > 1000',
  ],
  [
    'I21d',
    'a rate that its lender never had',
    'update lender_tax_status set rate_ppm = 1; update lender set tax_rate_ppm = 1',
  ],
  [
    'I36c',
    'a limit of penalties above the terms',
    'update loan_servicing set penalty_limit = 10 * principal',
  ],
  [
    'I36c',
    'penalty of more days than an installment was late',
    'update lender_repayment set penalty = 10 * penalty where penalty > 0',
  ],
  [
    'I33d',
    'tax that left without a payout',
    `update transfer t set amount = amount + 1 from account a
      where a.id = t.credit_account and a.kind = 'TAX_PAYABLE' and t.kind = 'REPAYMENT'`,
  ],
  [
    'I33d',
    'a disbursement of another amount',
    `update transfer set amount = amount + 1 where kind = 'DISBURSEMENT'`,
  ],
  ['I33d', 'a fee of a transfer that is gone', 'update withdrawal set fee = fee + 1'],
  [
    'I33e',
    'tax that waits for months',
    `update transfer set created_at = created_at - interval '51 days' where kind = 'REPAYMENT'`,
  ],
  [
    'I33e',
    'fees that wait for months',
    `update transfer set created_at = created_at - interval '93 days' where kind = 'WITHDRAWAL'`,
  ],
  [
    'I33e',
    'money that lies in suspense for months',
    `update bank_payment set told_at = told_at - interval '61 days'`,
  ],
]
