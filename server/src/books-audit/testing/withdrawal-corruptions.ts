/** Moves what was credited to lenders of a table to a lender who is not in it. */
export const creditedToAnotherLender = (kind: string, table: string) =>
  `drop index transfer_credit;
   update transfer set credit_account = (select id from account where kind = 'LENDER_CASH'
       and owner_id not in (select lender_id from ${table}) limit 1)
    where kind = '${kind}'`

/** Corruptions of withdrawals and of their returns by banks, each with the invariant that must detect it. */
export const withdrawalCorruptions: [string, string, string][] = [
  [
    'I5d',
    'a withdrawal that holds too little',
    `update withdrawal set fee = fee + 1, amount = asked where state = 'HELD'`,
  ],
  [
    'I5d',
    'a withdrawal that was returned and still holds',
    `update hold set state = 'OPEN', ended_at = null where purpose = 'WITHDRAWAL' and state = 'RELEASED'`,
  ],
  [
    'I5d',
    'a hold for no withdrawal',
    `insert into hold (id, purpose, account_id, amount, state, ended_at)
     select gen_random_uuid(), 'WITHDRAWAL', account_id, 1, 'RELEASED', now() from hold limit 1`,
  ],
  ['I9', 'a withdrawal that never left', `delete from transfer where kind = 'WITHDRAWAL'`],
  [
    'I9',
    'a withdrawal that left and came back',
    `update withdrawal set state = 'RETURNED', end_reason = 'x' where state = 'PAID'`,
  ],
  [
    'I9',
    'a withdrawal that left through another bank',
    `update withdrawal set method_payment = 2 where state = 'PAID'`,
  ],
  [
    'I9',
    'a fee that went with the amount',
    `update transfer set credit_account = (select id from account where kind = 'BANK_CLEARING' and owner_id = 1)
      where kind = 'WITHDRAWAL'`,
  ],
  [
    'I9',
    'money that left for nothing',
    `update transfer set ref = 'x' where kind = 'TOP_UP';
     update transfer set kind = 'WITHDRAWAL' where kind = 'TOP_UP'`,
  ],
  [
    'I9b',
    'what a bank gave back and the lender never got',
    `delete from transfer where kind = 'WITHDRAWAL_RETURN'`,
  ],
  ['I9b', 'what a bank gave back, twice', `update withdrawal_return set amount = 2 * amount`],
  ['I9b', 'a withdrawal that came back by no line', 'delete from withdrawal_return'],
  ['I9b', 'a line of another amount', `update bank_line set amount = amount + 1`],
  [
    'I9b',
    'what a bank gave back to another lender',
    creditedToAnotherLender('WITHDRAWAL_RETURN', 'withdrawal_return'),
  ],
  [
    'I9c',
    'a charge by a line that sent nothing',
    `update bank_line set type = 'CREDIT' where id in (select line_id from withdrawal_charge)`,
  ],
  ['I5d', 'a charge that nobody knows of', 'delete from withdrawal_charge'],
  [
    'I33c',
    'what a bank gave back and its clearing account forgot',
    `delete from transfer where kind = 'WITHDRAWAL_RETURN'`,
  ],
  [
    'I10',
    'a withdrawal under the minimum',
    `alter table withdrawal drop constraint withdrawal_asked_check;
     update withdrawal set asked = 99999, amount = 99999`,
  ],
  [
    'I11',
    'a withdrawal to an account of later',
    `insert into lender_bank_account_version (lender_id, version, account_name, account_number, bank_code)
     select lender_id, 2, 'x', '12345', '014' from lender_bank_account_version;
     update withdrawal set account_version = 2`,
  ],
]
