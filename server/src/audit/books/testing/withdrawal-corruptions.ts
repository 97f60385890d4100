/** SQL that moves the credits of a kind of account from the lenders in a table to another lender. */
export const creditedToAnotherLender = (kind: string, table: string) =>
  `drop index transfer_credit;
   update transfer set credit_account = (select id from account where kind = 'LENDER_CASH'
       and owner_id not in (select lender_id from ${table}) limit 1)
    where kind = '${kind}'`

/** Corruptions of withdrawals and of their returns by banks, each with the invariant that must detect it. */
export const withdrawalCorruptions: [string, string, string][] = [
  [
    'I5d',
    'a withdrawal with a hold below amount and fee',
    `update withdrawal set fee = fee + 1, amount = asked where state = 'HELD'`,
  ],
  [
    'I5d',
    'a returned withdrawal with an open hold',
    `update hold set state = 'OPEN', ended_at = null where purpose = 'WITHDRAWAL' and state = 'RELEASED'`,
  ],
  [
    'I5d',
    'a hold without a withdrawal',
    `insert into hold (id, purpose, account_id, amount, state, ended_at)
     select gen_random_uuid(), 'WITHDRAWAL', account_id, 1, 'RELEASED', now() from hold limit 1`,
  ],
  ['I9', 'a paid withdrawal without its transfer', `delete from transfer where kind = 'WITHDRAWAL'`],
  [
    'I9',
    'a returned withdrawal with a transfer to the bank',
    `update withdrawal set state = 'RETURNED', end_reason = 'x' where state = 'PAID'`,
  ],
  [
    'I9',
    'a withdrawal paid through another bank',
    `update withdrawal set method_payment = 2 where state = 'PAID'`,
  ],
  [
    'I9',
    'a fee transferred to the bank’s clearing account',
    `update transfer set credit_account = (select id from account where kind = 'BANK_CLEARING' and owner_id = 1)
      where kind = 'WITHDRAWAL'`,
  ],
  [
    'I9',
    'a withdrawal transfer without a withdrawal',
    `update transfer set ref = 'x' where kind = 'TOP_UP';
     update transfer set kind = 'WITHDRAWAL' where kind = 'TOP_UP'`,
  ],
  [
    'I9b',
    'money returned by the bank that was not credited to the lender',
    `delete from transfer where kind = 'WITHDRAWAL_RETURN'`,
  ],
  [
    'I9b',
    'money returned by the bank and recorded twice',
    `update withdrawal_return set amount = 2 * amount`,
  ],
  ['I9b', 'a return transfer without a bank statement line', 'delete from withdrawal_return'],
  [
    'I9b',
    'a bank statement line with another amount than its return',
    `update bank_line set amount = amount + 1`,
  ],
  [
    'I9b',
    'money returned by the bank and credited to another lender',
    creditedToAnotherLender('WITHDRAWAL_RETURN', 'withdrawal_return'),
  ],
  [
    'I9c',
    'a charge for a statement line that is a credit',
    `update bank_line set type = 'CREDIT' where id in (select line_id from withdrawal_charge)`,
  ],
  ['I5d', 'a hold for a charge without its record', 'delete from withdrawal_charge'],
  [
    'I9',
    'a payment of a withdrawal that was taken back without its reversal',
    `delete from reversal where kind = 'WITHDRAWAL_SETTLEMENT'`,
  ],
  [
    'I9b',
    'a give-back that was taken back without its reversal',
    `delete from reversal where kind = 'WITHDRAWAL_RETURN'`,
  ],
  [
    'I9b',
    'a give-back whose reversal took back something else',
    `update reversal set journal_id = gen_random_uuid() where kind = 'WITHDRAWAL_RETURN'`,
  ],
  [
    'I9b',
    'a line that gave back twice',
    `insert into withdrawal_return (lender_id, id, withdrawal_id, line_id, amount, fee, note, occurrence)
     select lender_id, gen_random_uuid(), withdrawal_id, line_id, amount, 0, 'x', 9 from withdrawal_return limit 1`,
  ],
  [
    'I9c',
    'a charge that was taken back and whose reversal took back something else',
    `update reversal set journal_id = gen_random_uuid() where kind = 'WITHDRAWAL_CHARGE'`,
  ],
  [
    'I9c',
    'a settlement by a line that is a credit',
    `update bank_line set type = 'CREDIT' where id in (select line_id from withdrawal_settlement)`,
  ],
  [
    'I9c',
    'a line that is matched twice',
    `insert into bank_line_match (line_id, withdrawal_id, note, occurrence)
     select line_id, withdrawal_id, 'x', 9 from bank_line_match where withdrawal_id is not null limit 1`,
  ],
  [
    'I5d',
    'a hold of a withdrawal whose settlement was taken back that was never settled',
    `update hold set state = 'RELEASED' where id in (select withdrawal_id from withdrawal_settlement_record)`,
  ],
  [
    'I33c',
    'a payment that was taken back without its reversal',
    `delete from reversal where kind = 'WITHDRAWAL_CHARGE'`,
  ],
  [
    'I33c',
    'money returned by the bank missing from its clearing account',
    `delete from transfer where kind = 'WITHDRAWAL_RETURN'`,
  ],
  [
    'I10',
    'a withdrawal below the minimum',
    `alter table withdrawal drop constraint withdrawal_asked_check;
     update withdrawal set asked = 99999, amount = 99999`,
  ],
  [
    'I11',
    'a withdrawal to an account registered after the request',
    `insert into lender_bank_account_version (lender_id, version, account_name, account_number, bank_code)
     select distinct lender_id, 99, 'x', '12345', '014' from lender_bank_account_version;
     update withdrawal set account_version = 99`,
  ],
]
