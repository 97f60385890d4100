import { gradeFits, interestFits, tenorFits, typeFits } from '../marketplace/index.ts'

/** The maximum number of open loans, and of recent offers, that an estimate examines. */
export const mostLooked = 20_000

/**
 * SQL for the amount of a loan that automatic funding may take now: the whole remainder, but during the $13 hours for
 * hand-picking only up to the loan less the $14 percent reserved for it. `p` is the loan's position, `t` its terms,
 * whose time is that of its publication.
 */
const automaticPart = `
  case when greatest(t.created_at, p.offer_from::timestamp at time zone 'Asia/Jakarta') + $13::int * interval '1 hour' > app_now()
       then greatest(0, least(p.total - p.funded - p.reserved,
              p.total - ceil(p.total * $14::numeric / 100)::bigint
              - (select coalesce(sum(f.amount), 0)::bigint from auto_decision d
                   join funding f on f.lender_id = d.lender_id and f.id = d.funding_id and f.state in ('WAITING', 'SETTLED')
                  where d.loan_id = p.loan_id)))
       else p.total - p.funded - p.reserved end`

/**
 * Loans that are open or were offered in the last 90 days, grouped by the conditions that they do not meet: one bit for
 * each, in the order of `filterBits`. $1 is the maximum number of loans; $2 to $9 are the filters of the marketplace,
 * $10 the amount per loan, $11 the maximum per borrower, $12 the budget, $13 and $14 hours and percent of hand-picking.
 */
export const estimateStatement = `
  with opened as materialized (
    select loan_id from listing_entry where until = 9007199254740991 and counted order by by_newest, loan_id limit $1
  ), offered as materialized (
    select loan_id, created_at from loan_terms where created_at > app_now() - interval '90 days'
     order by created_at desc limit $1
  ), m as (
    select p.loan_id, p.loan_type_id, coalesce(l.grade, '-') as grade, p.tenor, (l.interest * 1000000)::int as interest,
           case l.tenor_period when 'DAY' then 1 when 'WEEK' then 2 else 3 end as period, p.total, p.minimum,
           p.total - p.funded - p.reserved as remaining, h.created_at as offered_at,
           o.loan_id is not null as is_open, h.loan_id is not null as is_offered,
           case when o.loan_id is null then 0 else ${automaticPart} end as automatic,
           least($10::bigint, $11::bigint, $12::bigint) as most
      from (select loan_id from opened union select loan_id from offered) one
      join loan_position p using (loan_id) join loan l on l.id = p.loan_id join loan_terms t using (loan_id)
      left join opened o using (loan_id) left join offered h using (loan_id)
     where p.alone and p.status not in ('DRAFT', 'DELETED')
       and not exists (select from loan_take_over taken where taken.loan_id = p.loan_id)
  )
  select (not ${typeFits})::int + (not ${gradeFits})::int * 2 + (not ${interestFits})::int * 4
         + (not ${tenorFits})::int * 8 + ($10::bigint < m.minimum)::int * 16
         + coalesce($11::bigint < m.minimum, false)::int * 32 + ($12::bigint < m.minimum)::int * 64 as missed,
         m.is_open as "isOpen", m.is_offered as "isOffered", count(*)::integer as loans,
         min(m.minimum) as "leastMinimum", min(m.offered_at) as since,
         sum(m.total)::bigint as total, sum(least(m.most, m.total))::bigint as "wantedOfTotal",
         coalesce(sum(m.remaining) filter (where m.is_open), 0)::bigint as remaining,
         coalesce(sum(least(m.most, m.remaining)) filter (where m.is_open), 0)::bigint as "wantedOfRemaining",
         coalesce(sum(m.automatic) filter (where m.is_open), 0)::bigint as automatic
    from m group by 1, 2, 3`
