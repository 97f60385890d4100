/** Corruptions of what agreements promise, each with the invariant that must detect it. */
export const termsCorruptions: [string, string, string][] = [
  ['I36', 'a loan that is offered without terms', 'delete from loan_terms'],
  [
    'I36',
    'a penalty that the agreements do not say',
    'update loan_servicing set penalty_ppm_per_day = penalty_ppm_per_day + 1',
  ],
  [
    'I36',
    'an agreement that says another order',
    `update agreement set snapshot = jsonb_set(snapshot, '{allocation}', '"PENALTY_INTEREST_PRINCIPAL"')
      where snapshot ? 'allocation'`,
  ],
  ['I36b', 'a payment by another order', `update loan_payment set allocation = 'PENALTY_INTEREST_PRINCIPAL'`],
  [
    'I36b',
    'principal that was paid before its interest',
    'update installment set interest_paid = 0 where principal_paid > 0',
  ],
  [
    'I36b',
    'an installment that was paid before an older one',
    'update installment set principal_paid = 0, interest_paid = 0 where no = 1',
  ],
  [
    'I36b',
    'penalty that was paid before an installment which had fallen due',
    `update installment set due_date = '2026-03-09' where no = 2`,
  ],
  ['I36c', 'penalty above its limit', 'update loan_servicing set penalty_limit = 0 where penalty_paid > 0'],
  [
    'I35',
    'a schedule that is not the one of its agreement',
    `update agreement set snapshot = jsonb_set(snapshot, '{schedule,0,interest}', '1')
      where id in (select funding_id from funding_schedule) and snapshot ? 'schedule'`,
  ],
  [
    'I35',
    'an installment that falls due on another day',
    'update installment set due_date = due_date + 1 where no = 2',
  ],
  ['I36c', 'penalty for what was not late', `update installment set due_date = '2026-03-10' where no = 1`],
]
