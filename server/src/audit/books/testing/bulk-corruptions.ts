/** Corruptions of bulk fundings, each with the invariant that must detect it. */
export const bulkCorruptions: [string, string, string][] = [
  [
    'I8g',
    'a bulk funding whose agreement was never opened',
    'delete from agreement_opening o using bulk_funding_loan l where l.funding_id = o.agreement_id',
  ],
  ['I8', 'a bulk funding without its consent', 'delete from bulk_funding'],
  ['I8', 'a consent for expired fundings', `update funding set state = 'EXPIRED' where bulk_id is not null`],
  [
    'I5b',
    'a hold of a bulk funding whose funding no longer belongs to it',
    'update funding set bulk_id = null',
  ],
  [
    'I19',
    'a refused loan of a bulk funding with an open hold',
    `update hold h set state = 'OPEN', ended_at = null from bulk_funding_loan l
      where l.state = 'REFUSED' and l.funding_id = h.id`,
  ],
  [
    'I19',
    'a waiting loan of a bulk funding without a hold',
    `delete from hold h using bulk_funding_loan l where l.state = 'WAITING' and l.funding_id = h.id`,
  ],
  [
    'I19',
    'a funded loan of a bulk funding without its funding',
    `delete from funding where bulk_id is not null`,
  ],
  [
    'I19',
    'a refused loan of a bulk funding that has a funding',
    `update bulk_funding_loan set state = 'REFUSED', reason = 'TAKEN' where state = 'FUNDED'`,
  ],
  [
    'I19',
    'a funding of a bulk funding with another amount',
    `update funding set amount = amount - 1 where bulk_id is not null`,
  ],
  [
    'I19',
    'a hold of a bulk funding without a loan',
    `insert into hold (id, purpose, account_id, amount, state, ended_at)
     select gen_random_uuid(), 'BULK_FUNDING', account_id, 1, 'RELEASED', now() from hold limit 1`,
  ],
  [
    'I19c',
    'a bulk funding with fewer loans than it counts',
    `delete from bulk_funding_loan where state = 'REFUSED'`,
  ],
  ['I19c', 'a bulk funding whose total differs from its loans', 'update bulk_funding set total = total + 1'],
  ['I19c', 'a bulk funding that ended before its last loan', 'update bulk_funding set ended_at = now()'],
  ['I19c', 'loans whose bulk funding does not exist', 'delete from bulk_funding'],
  [
    'I31b',
    'a bulk funding with terms other than the agreed ones',
    `update bulk_funding set terms = jsonb_set(terms, '{taxRate}', '0')`,
  ],
  [
    'I31b',
    'a bulk funding with a preview other than the shown one',
    `update bulk_funding set preview_sha256 = sha256('x')`,
  ],
  [
    'I31b',
    'a loan of a bulk funding with an amount other than the shown one',
    `update bulk_funding_loan set amount = amount - 1; update hold set amount = amount - 1`,
  ],
  [
    'I31b',
    'a bulk-funded loan with a version of the terms other than the shown one',
    'update agreement set terms_version = terms_version + 1',
  ],
  [
    'I31b',
    'a bulk-funded loan that was changed after the consent',
    `update loan set source_hash = sha256('x')`,
  ],
  [
    'I31b',
    'a bulk-funded loan with a document other than the previewed one',
    `update document set sha256 = sha256('x') where kind = 'PPFP'`,
  ],
]
