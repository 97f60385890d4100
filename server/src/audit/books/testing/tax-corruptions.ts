/** Corruptions of withheld tax, its payments and slips, each with the invariant that must detect it. */
export const taxCorruptions: [string, string, string][] = [
  [
    'I41',
    'monthly tax that is one rupiah too high',
    'update lender_tax_month set tax = tax + 1 where interest > 1000',
  ],
  [
    'I41',
    'monthly tax under another article than it was withheld under',
    'update lender_tax_month set article = 49 - article where interest > 1000',
  ],
  ['I41', 'interest without its row of monthly tax', 'delete from lender_tax_month where interest > 1000'],
  [
    'I41',
    'withheld tax booked in another month',
    `update transfer t set created_at = t.created_at - interval '40 days' from account a
      where a.kind = 'TAX_PAYABLE' and t.credit_account = a.id and t.kind = 'REPAYMENT'`,
  ],
  [
    'I41b',
    'a tax payment whose amount differs from its transfer',
    `update payout set amount = amount + 1 where account_kind = 'TAX_PAYABLE'`,
  ],
  [
    'I41b',
    'a tax payment that offsets more than was withheld',
    `update payout set tax_credit = 1000000000000 where account_kind = 'TAX_PAYABLE'`,
  ],
  ['I41c', 'a tax slip with another sum than its month', 'update tax_slip set tax = tax + 1'],
  ['I41c', 'a tax slip recorded before its month ended', `update tax_slip set kept_at = period::timestamptz`],
  [
    'I41c',
    'two tax slips with the same number',
    `insert into tax_slip (lender_id, period, article, rate_ppm, version, number, issued_on, interest, tax, kept_by)
     select lender_id, period, article, rate_ppm + 1, 1, number, issued_on, interest, tax, kept_by from tax_slip;
     insert into lender_tax_month select lender_id, period, article, rate_ppm + 1, interest, tax from lender_tax_month`,
  ],
  ['I41d', 'a tax slip with a missing version', `update tax_slip set version = 2, reason = 'x'`],
  ['I41d', 'a tax year with a missing version', 'update tax_year set version = version + 1'],
  [
    'I41d',
    'two lenders with the same tax number',
    `insert into lender_tax_number (lender_id, version, number, number_search, valid_from, kept_by)
     select l.id, 1, n.number, n.number_search, n.valid_from, n.kept_by from lender_tax_number n
       join lender l on l.id <> n.lender_id limit 1`,
  ],
]
