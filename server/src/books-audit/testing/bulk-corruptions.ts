/** Corruptions of bulk fundings, each with the invariant that must detect it. */
export const bulkCorruptions: [string, string, string][] = [
  [
    'I8g',
    'a bulk funding of a document that was never opened',
    'delete from agreement_opening o using bulk_funding_loan l where l.funding_id = o.agreement_id',
  ],
  ['I8', 'a bulk funding without its consent', 'delete from bulk_funding'],
  [
    'I8',
    'a consent to what does not count',
    `update funding set state = 'EXPIRED' where bulk_id is not null`,
  ],
  ['I5b', 'a funding that is of no bulk funding any more', 'update funding set bulk_id = null'],
  [
    'I19',
    'a loan that was refused and kept its money',
    `update hold h set state = 'OPEN', ended_at = null from bulk_funding_loan l
      where l.state = 'REFUSED' and l.funding_id = h.id`,
  ],
  [
    'I19',
    'a loan that waits without money',
    `delete from hold h using bulk_funding_loan l where l.state = 'WAITING' and l.funding_id = h.id`,
  ],
  ['I19', 'a loan that was funded and is not', `delete from funding where bulk_id is not null`],
  [
    'I19',
    'a loan that ended both ways',
    `update bulk_funding_loan set state = 'REFUSED', reason = 'TAKEN' where state = 'FUNDED'`,
  ],
  [
    'I19',
    'another amount than was agreed to',
    `update funding set amount = amount - 1 where bulk_id is not null`,
  ],
  [
    'I19',
    'money that waits for no loan',
    `insert into hold (id, purpose, account_id, amount, state, ended_at)
     select gen_random_uuid(), 'BULK_FUNDING', account_id, 1, 'RELEASED', now() from hold limit 1`,
  ],
  ['I19c', 'a bulk funding that lost a loan', `delete from bulk_funding_loan where state = 'REFUSED'`],
  ['I19c', 'a bulk funding over another sum', 'update bulk_funding set total = total + 1'],
  ['I19c', 'an end before the last loan', 'update bulk_funding set ended_at = now()'],
  ['I19c', 'loans of no bulk funding', 'delete from bulk_funding'],
  [
    'I31b',
    'other terms than were agreed to',
    `update bulk_funding set terms = jsonb_set(terms, '{taxRate}', '0')`,
  ],
  ['I31b', 'another set than was shown', `update bulk_funding set preview_sha256 = sha256('x')`],
  [
    'I31b',
    'another amount than was shown',
    `update bulk_funding_loan set amount = amount - 1; update hold set amount = amount - 1`,
  ],
  [
    'I31b',
    'a loan that was funded under other terms than were shown',
    'update agreement set terms_version = terms_version + 1',
  ],
  ['I31b', 'another loan than was agreed to', `update loan set source_hash = sha256('x')`],
  [
    'I31b',
    'another document than was looked at',
    `update document set sha256 = sha256('x') where kind = 'PPFP'`,
  ],
]
