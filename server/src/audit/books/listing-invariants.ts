import type { Invariant } from './invariant.ts'

export const listingInvariants: readonly Invariant[] = [
  {
    id: 'I23h',
    holds:
      'each loan that is offered by itself stands in the list as the books have it, unless it is touched, and is counted by its kind',
    sql: `
      with entry as (
        select * from listing_entry where until = 9007199254740991
      ), ours as (
        select * from entry where loan_id not in (select loan_id from listing_touch)
      ), truth as (
        select * from listing_truth where loan_id not in (select loan_id from listing_touch)
      )
      select coalesce(e.loan_id, t.loan_id)::text as subject, e.remaining as kept, t.remaining as "is"
        from ours e full join truth t on t.loan_id = e.loan_id
       where (e.kind, e.loan_type_id, e.grade, e.period, e.tenor, e.interest, e.remaining, e.offer_from, e.offer_until,
              e.by_ending, e.by_interest, e.by_tenor, e.by_filled)
             is distinct from (t.kind, t.loan_type_id, t.grade, t.period, t.tenor, t.interest, t.remaining, t.offer_from,
              t.offer_until, t.by_ending, t.by_interest, t.by_tenor, t.by_filled)
      union all
      select coalesce(k.kind, c.kind)::text, k.loans, c.loans
        from listing_kind k
        full join (select kind, count(*) as loans, sum(step) as steps from entry where counted group by kind) c
          on c.kind = k.kind
       where (coalesce(k.loans, 0), coalesce((select sum(step) from unnest(k.at_least) step), 0))
             is distinct from (coalesce(c.loans, 0), coalesce(c.steps, 0))`,
  },
]
