import { one, type Queryable } from '../../platform/db/database.ts'

export type PageQuery = {
  tenor: number | null
  loanTypeIds: readonly string[] | null
  offset: number
  limit: number
}

const today = '(select business_day(app_now()))'

/** SQL condition on a table `c` that counts listed loans: open today and within the filter. */
const counted = `c.offer_until >= ${today} and c.offer_from <= ${today}
          and ($1::int is null or c.tenor = $1) and ($2::bigint[] is null or c.loan_type_id = any($2))`

/**
 * The number of loans, and the loans of the page in list order. Counts by day determine which days the page covers;
 * counts within these days determine the parts, by range of ids, type and tenor. Only the loans of these parts are read
 * (`server/migrations/0008_funding.sql`). `upto` is the running sum.
 */
export const pageStatement = `
  with days as materialized (
    select offer_until, loans, sum(loans) over (order by offer_until) as upto from (
      select offer_until, sum(loans)::int as loans from (
        select c.offer_until, c.loans from listing_day c where ${counted}
        union all
        select c.offer_until, c.loans from listing_change c where ${counted}
      ) one group by offer_until having sum(loans) > 0
    ) each_day
  ), ours as materialized (
    select offer_until, upto - loans as before from days where upto > $3::bigint and upto - loans < $3 + $4::int
  ), parts as materialized (
    select part.*, sum(loans) over (order by offer_until, id_range, loan_type_id, tenor)
                   + (select min(before) from ours) as upto
      from (
        select offer_until, id_range, loan_type_id, tenor, sum(loans)::int as loans from (
          select c.offer_until, c.id_range, c.loan_type_id, c.tenor, c.loans from listing_range c
           where c.offer_until = any(array(select offer_until from ours)) and ${counted}
          union all
          select c.offer_until, c.id_range, c.loan_type_id, c.tenor, c.loans from listing_change c
           where c.offer_until = any(array(select offer_until from ours)) and ${counted}
        ) one group by 1, 2, 3, 4 having sum(loans) > 0
      ) part
  )
  select coalesce((select max(upto) from days), 0) as total, array(
           select loan.loan_id::text
             from (select * from parts where upto > $3 and upto - loans < $3 + $4) part
             cross join lateral (
               select p.loan_id from loan_position p
                where p.listed and p.offer_until = part.offer_until and p.loan_id >> 48 = part.id_range
                  and p.loan_type_id = part.loan_type_id and p.tenor = part.tenor and p.offer_from <= ${today}
                order by p.loan_id offset greatest(0, $3 - (upto - loans)) limit $4
             ) loan
            order by part.upto, loan.loan_id limit $4
         ) as "loanIds"`

/** Uses one statement, so that the count and the page come from the same snapshot. */
export function findPage(
  db: Queryable,
  { tenor, loanTypeIds, offset, limit }: PageQuery,
): Promise<{ total: number; loanIds: string[] }> {
  return one<{ total: number; loanIds: string[] }>(db, 'funding.marketplace.find_page', pageStatement, [
    tenor,
    loanTypeIds,
    offset,
    limit,
  ])
}
