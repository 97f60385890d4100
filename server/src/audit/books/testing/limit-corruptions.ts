/** Corruptions of the data that limit decisions were based on, each with the invariant that must detect it. */
export const limitCorruptions: [string, string, string][] = [
  [
    'I40',
    'a funding that was not checked against the limits',
    `update limit_rule set kept_at = '2020-01-01';
     update funding set limit_version = null where limit_version is not null`,
  ],
  [
    'I40',
    'a bulk funding that was not checked against the limits',
    `update limit_rule set kept_at = '2020-01-01';
     update bulk_funding set limit_version = null where limit_version is not null`,
  ],
  [
    'I40',
    'a funding checked against limits not yet in force',
    `update limit_rule set holds_from = '2999-01-01'`,
  ],
  [
    'I40b',
    'a lender above the limit of their income',
    'update lender_class set yearly_income = 1 where yearly_income is not null',
  ],
  [
    'I40b',
    'a funding with expired income evidence',
    `update lender_class set since = '2020-01-01', valid_until = '2020-01-02' where yearly_income is not null`,
  ],
  [
    'I40b',
    'a lender above their share of the platform',
    'update funding set platform_outstanding = 0 where platform_outstanding is not null; update limit_rule set base_outstanding = 0',
  ],
  [
    'I40b',
    'a funding above the share of all non-professional lenders',
    'update limit_rule set non_professional_share_ppm = 0 where non_professional_share_ppm is not null',
  ],
  [
    'I40e',
    'a funding of a lender whose identity was never checked',
    'update lender_facts set checked_on = null, check_reference = null',
  ],
  ['I40e', 'a funding of a child', 'update lender_facts set birth_year = 2020 where birth_year is not null'],
  [
    'I40c',
    'two fundings that used the same remaining limit',
    'update funding set lender_outstanding = 0 where lender_outstanding is not null',
  ],
  [
    'I40d',
    'a lender whose class is not the newest version',
    'update lender set class_version = null where class_version is not null',
  ],
  [
    'I40d',
    'a lender’s outstanding sum that is one rupiah too low',
    `update portfolio_total set principal_due = principal_due - 1 where principal_due > 0`,
  ],
]
