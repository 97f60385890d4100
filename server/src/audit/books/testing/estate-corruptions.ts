/** Corruptions of ordered withdrawals, estates and closed accounts, each with the invariant that must detect it. */
export const estateCorruptions: [string, string, string][] = [
  [
    'I51',
    'an heir who got more than their share',
    'update ordered_withdrawal set gone = gone + 2 where heir = 1',
  ],
  [
    'I51',
    'idle cash returned above what was beyond its days',
    'update ordered_withdrawal set basis = basis - 1 where estate_id is null',
  ],
  [
    'I51',
    'heirs who got more together than there was',
    `update ordered_withdrawal set basis = basis + 1 where heir = 1`,
  ],
  [
    'I51',
    'an ordered withdrawal of another lender',
    'update ordered_withdrawal set lender_id = lender_id + 1',
  ],
  [
    'I51',
    'an heir paid by an estate that had been taken back',
    `insert into reversal (id, kind, of_id, reason, created_at)
     select gen_random_uuid(), 'ESTATE', id::text, 'x', '2020-01-01' from estate`,
  ],
  [
    'I51b',
    'an active lender with an estate',
    `update lender set state = 'ACTIVE' where id in (select lender_id from estate)`,
  ],
  [
    'I51b',
    'an heir without a bank account',
    'update lender_bank_account_version set heir = 9 where heir = 2',
  ],
  [
    'I51b',
    'two estates of one lender',
    `insert into estate_record (lender_id, id, parts, document, reason, occurrence)
     select lender_id, gen_random_uuid(), parts, document, 'x', 9 from estate`,
  ],
  ['I51c', 'a document with another hash', `update supporting_document set sha256 = repeat('0', 64)`],
  [
    'I51c',
    'a payment to heirs without its entry in the trail',
    `update audit_event set operation = 'x' where operation = 'payHeirs'`,
  ],
  [
    'I11',
    'the money of an heir at the account of another',
    `update withdrawal w set account_version = account_version + 1 from ordered_withdrawal o
      where o.withdrawal_id = w.id and o.heir = 1`,
  ],
  ['I11', 'a withdrawal of the lender’s own to an heir', 'delete from ordered_withdrawal where heir = 1'],
  [
    'I52',
    'a closed account with cash',
    `update lender set state = 'CLOSED', state_since = now() + interval '1 day'
      where id in (select owner_id from account where kind = 'LENDER_CASH' and balance > 0)`,
  ],
  [
    'I52',
    'a closed account with a withdrawal under way',
    `update lender set state = 'CLOSED', state_since = '2020-01-01'
      where id in (select lender_id from withdrawal where ended_at is null)`,
  ],
  [
    'I52',
    'a closed account with a funding that waits',
    `update lender set state = 'CLOSED', state_since = '2020-01-01'
      where id in (select lender_id from funding where state = 'WAITING')`,
  ],
]
