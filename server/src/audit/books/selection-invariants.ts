import type { Invariant } from './invariant.ts'

export const selectionInvariants: readonly Invariant[] = [
  {
    id: 'I19d',
    holds:
      'a selection has its loans, from the first place without a gap, and each that was funded has a funding of that loan and amount',
    sql: `
      select s.id, null::bigint as loan_id from funding_selection s
        left join funding_selection_loan c on c.lender_id = s.lender_id and c.selection_id = s.id
       group by s.lender_id, s.id
      having count(c.place) = 0 or min(c.place) <> 1 or max(c.place) <> count(c.place)
      union all
      select c.selection_id, c.loan_id from funding_selection_loan c
        left join funding f on f.lender_id = c.lender_id and f.id = c.funding_id
       where c.funding_id is not null
         and (f.loan_id, f.amount, f.bulk_id) is distinct from (c.loan_id, c.amount, null::uuid)`,
  },
]
