/** Corruptions of selections, each with the invariant that must detect it. */
export const selectionCorruptions: [string, string, string][] = [
  ['I19d', 'a selection without its loans', 'delete from funding_selection_loan'],
  ['I19d', 'a selection that lacks its first loan', 'delete from funding_selection_loan where place = 1'],
  [
    'I19d',
    'a loan of a selection whose amount differs from its funding',
    'update funding_selection_loan set amount = amount + 1 where funding_id is not null',
  ],
  [
    'I19d',
    'a selection whose funding does not exist',
    'delete from funding f using funding_selection_loan c where c.funding_id = f.id',
  ],
]
