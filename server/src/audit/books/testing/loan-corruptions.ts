/** Corruptions of loans and of the counts of the marketplace, each with the invariant that must detect it. */
export const loanCorruptions: [string, string, string][] = [
  [
    'I6c',
    'a position without its loan',
    `update loan_position set loan_id = 1 where loan_id = (select max(loan_id) from loan_position)`,
  ],
  ['I6c', 'a loan without a borrower', 'update loan set borrower_id = 1'],
  ['I6c', 'a loan without a loan type', 'update loan set loan_type_id = 1'],
  [
    'I6c',
    'terms without their loan',
    `update loan_terms set loan_id = 1 where loan_id = (select max(loan_id) from loan_terms)`,
  ],
  ['I6c', 'a loan without an escrow account', 'update loan_position set escrow_account = 1'],
  [
    'I23f',
    'a listed loan missing from the marketplace counts',
    `delete from listing_change where loans > 0 and offer_until = (select max(offer_until) from loan_position where listed)`,
  ],
  [
    'I23f',
    'a day of the marketplace that counts too many loans',
    `select fold_listing(); update listing_day set loans = loans + 1`,
  ],
  [
    'I23f',
    'a marketplace range that counts too few loans',
    `select fold_listing(); update listing_range set loans = loans - 1`,
  ],
  [
    'I23h',
    'an open loan missing from the sorted list',
    `select fold_entries(1000000); delete from listing_entry where until = 9007199254740991`,
  ],
  [
    'I23h',
    'a sorted list entry with another remainder',
    `select fold_entries(1000000); update listing_entry set remaining = remaining + 1`,
  ],
  [
    'I23h',
    'a marketplace group that counts too many loans',
    `select fold_entries(1000000); update listing_kind set loans = loans + 1`,
  ],
]
