import type { Invariant } from './invariant.ts'

export const autoFundingInvariants: readonly Invariant[] = [
  {
    id: 'I47',
    holds:
      'each decision of a round that was funded is a funding of its loan and amount under a mandate of its lender, and no other has a funding',
    sql: `
      select d.round_id, d.funding_id, d.state, f.amount from auto_decision d
        left join funding f on f.lender_id = d.lender_id and f.id = d.funding_id
        left join mandate_funding m on m.lender_id = d.lender_id and m.funding_id = d.funding_id
       where (d.state = 'FUNDED') <> (f.id is not null)
          or f.id is not null and (m.funding_id is null or (f.loan_id, f.amount) is distinct from (d.loan_id, d.amount))`,
  },
  {
    id: 'I47b',
    holds:
      'a round has the decisions that it counts, of their sum, from the first without a gap, and none waits once it has ended',
    sql: `
      select r.id, r.decisions, r.amount from auto_round r
        left join (select round_id, count(*) as decisions, sum(amount) as amount, max(no) as last,
                          count(*) filter (where state = 'WAITING') as waiting
                     from auto_decision group by round_id) d on d.round_id = r.id
       where (r.decisions, r.amount, r.decisions) is distinct from (coalesce(d.decisions, 0), coalesce(d.amount, 0), coalesce(d.last, 0))
          or r.ended_at is not null and coalesce(d.waiting, 0) > 0`,
  },
]
