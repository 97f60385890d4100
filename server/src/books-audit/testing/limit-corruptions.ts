/** Corruptions of what fundings were decided by, each with the invariant that must detect it. */
export const limitCorruptions: [string, string, string][] = [
  [
    'I40',
    'a funding that passed by the limits',
    `update limit_rule set kept_at = '2020-01-01';
     update funding set limit_version = null where limit_version is not null`,
  ],
  [
    'I40',
    'a bulk funding that passed by the limits',
    `update limit_rule set kept_at = '2020-01-01';
     update bulk_funding set limit_version = null where limit_version is not null`,
  ],
  [
    'I40',
    'a funding by limits that were not in force yet',
    `update limit_rule set holds_from = '2999-01-01'`,
  ],
  [
    'I40b',
    'a lender who had more than the share of their income',
    'update lender_class set yearly_income = 1 where yearly_income is not null',
  ],
  [
    'I40b',
    'evidence that had expired before',
    `update lender_class set since = '2020-01-01', valid_until = '2020-01-02' where yearly_income is not null`,
  ],
  [
    'I40b',
    'a share of a smaller platform',
    'update funding set platform_outstanding = 0 where platform_outstanding is not null; update limit_rule set base_outstanding = 0',
  ],
  [
    'I40b',
    'a share of all non-professional lenders that was full',
    'update limit_rule set non_professional_share_ppm = 0 where non_professional_share_ppm is not null',
  ],
  [
    'I40c',
    'two fundings that used the same room',
    'update funding set lender_outstanding = 0 where lender_outstanding is not null',
  ],
  [
    'I40d',
    'a class that is not the newest',
    'update lender set class_version = null where class_version is not null',
  ],
  [
    'I40d',
    'a figure of what a lender has outstanding that is one off',
    `update portfolio_total set principal_due = principal_due - 1 where principal_due > 0`,
  ],
]
