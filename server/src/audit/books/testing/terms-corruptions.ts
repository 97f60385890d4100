/** Corruptions of the terms in agreements, each with the invariant that must detect it. */
export const termsCorruptions: [string, string, string][] = [
  ['I36', 'an offered loan without terms', 'delete from loan_terms'],
  [
    'I36',
    'a penalty rate that differs from the agreements',
    'update loan_servicing set penalty_ppm_per_day = penalty_ppm_per_day + 1',
  ],
  [
    'I36',
    'an agreement with another allocation order than the loan',
    `update agreement set snapshot = jsonb_set(snapshot, '{allocation}', '"PENALTY_INTEREST_PRINCIPAL"')
      where snapshot ? 'allocation'`,
  ],
  [
    'I36b',
    'a repayment allocated in another order',
    `update loan_payment set allocation = 'PENALTY_INTEREST_PRINCIPAL'`,
  ],
  [
    'I36b',
    'principal paid before the interest of its installment',
    'update installment set interest_paid = 0 where principal_paid > 0',
  ],
  [
    'I36b',
    'an installment paid before an older one',
    'update installment set principal_paid = 0, interest_paid = 0 where no = 1',
  ],
  [
    'I36b',
    'a penalty paid before a due installment',
    `update installment set due_date = '2026-03-09' where no = 2`,
  ],
  [
    'I36d',
    'a payment of an earlier day that was allocated behind a later one',
    `update loan_payment set paid_on = '2026-03-01' where reference = 'P-2'`,
  ],
  ['I36c', 'penalties above the limit', 'update loan_servicing set penalty_limit = 0 where penalty_paid > 0'],
  [
    'I35',
    'a schedule that differs from its agreement',
    `update agreement set snapshot = jsonb_set(snapshot, '{schedule,0,interest}', '1')
      where id in (select funding_id from funding_schedule) and snapshot ? 'schedule'`,
  ],
  [
    'I35',
    'an installment with another due date than its agreement',
    'update installment set due_date = due_date + 1 where no = 2',
  ],
  [
    'I36c',
    'a penalty for an installment that was not late',
    `update installment set due_date = '2026-03-10' where no = 1`,
  ],
]
