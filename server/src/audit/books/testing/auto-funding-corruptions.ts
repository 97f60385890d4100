/** Corruptions of rounds of automatic funding, each with the invariant that must detect it. */
export const autoFundingCorruptions: [string, string, string][] = [
  [
    'I47',
    'an automatic funding without a mandate',
    'delete from mandate_funding where funding_id in (select funding_id from auto_decision)',
  ],
  [
    'I47',
    'an automatic funding whose amount differs from its decision',
    'update auto_decision set amount = amount - 1',
  ],
  [
    'I47',
    'an automatic funding although its decision was refused',
    `update auto_decision set state = 'REFUSED', refusal = 'LATE'`,
  ],
  [
    'I47b',
    'a round that counts more decisions than it has',
    'update auto_round set decisions = decisions + 1',
  ],
  [
    'I47b',
    'a pending decision in a round that has ended',
    `update auto_decision set state = 'WAITING', ended_at = null`,
  ],
  [
    'I32',
    'an open round without a job that orders its fundings',
    `delete from job where kind = 'auto.fund';
     update auto_round set ended_at = null, decided_at = decided_at - interval '1 hour' where decisions > 0`,
  ],
]
