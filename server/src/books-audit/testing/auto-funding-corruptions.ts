/** Corruptions of rounds of automatic funding, each with the invariant that must detect it. */
export const autoFundingCorruptions: [string, string, string][] = [
  [
    'I47',
    'an automatic funding without a mandate',
    'delete from mandate_funding where funding_id in (select funding_id from auto_decision)',
  ],
  ['I47', 'an automatic funding of another amount', 'update auto_decision set amount = amount - 1'],
  [
    'I47',
    'a funding whose decision was refused',
    `update auto_decision set state = 'REFUSED', refusal = 'LATE'`,
  ],
  ['I47b', 'a round that decided on more', 'update auto_round set decisions = decisions + 1'],
  [
    'I47b',
    'a decision that waits in a round that has ended',
    `update auto_decision set state = 'WAITING', ended_at = null`,
  ],
  [
    'I32',
    'a round whose fundings nobody orders',
    `delete from job where kind = 'auto.fund';
     update auto_round set ended_at = null, decided_at = decided_at - interval '1 hour' where decisions > 0`,
  ],
]
