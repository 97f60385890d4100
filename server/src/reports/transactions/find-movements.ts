import { many, one, type Queryable } from '../../platform/db/database.ts'
import { inOrder, nearerEnd } from '../../platform/nearer-end.ts'

/** The criteria for movements; 0 means any type or status. */
export type MovementCriteria = {
  lenderId: number
  type: number
  status: number
  /** ISO 8601, `since` included and `until` not. */
  since: string
  until: string
  page: number
  limit: number
}

export type Movement = {
  id: string
  type: 1 | 2 | 5 | 6
  status: 1 | 2 | 3
  /** When it moved; when it was reserved while it is pending, and when it was released if it failed. */
  at: Date
  /** When its money was reserved; null for a movement that needed no reservation. */
  reservedAt: Date | null
  /** Whole rupiah; negative if it reduces the cash balance. */
  amount: number
  loanId: number | null
  /** The number of the bulk funding's report; null for other movements. */
  bulkNumber: string | null
  /** The withdrawal that the bank returned after it had paid it; null for other movements. */
  givenBack: string | null
  /** Whether it reverses another movement, in whole or in part. */
  isCorrection: boolean
  /** Whether it is cash that was taken over from another system, or its reversal. */
  isOpening: boolean
}

// In all these statements $1 is the lender, $2 the type and $3 the status (0 for any), $4 and $5 the period.

/** SQL for the kinds of movements that are counted by day; there are only few of all others. */
const streams = `(values (2::smallint, 1::smallint), (2::smallint, 3::smallint), (5::smallint, 1::smallint)) as s (type, status)`

/**
 * SQL for the movements of which there are few, read from their own tables: top-ups, cash taken over, corrections, withdrawals, fundings
 * that wait for a signature, and bulk fundings. The amount of a bulk funding is left out, because each has thousands of
 * loans; only one that ran past midnight, which is one movement for each day, has its amounts.
 */
export const fewMovements = `
  select * from (
    select id, 1 as type, 1 as status, created_at as at, amount, null::bigint as loan_id, null::text as number,
           null::uuid as given_back, false as correction, false as opening
      from top_up where lender_id = $1 and $2::int in (0, 1) and created_at >= $4 and created_at < $5
    union all
    select id, 1, 1, created_at, amount, null, null, null, false, true
      from cash_opening where lender_id = $1 and $2::int in (0, 1) and created_at >= $4 and created_at < $5
    union all
    select id, type::int, 1, created_at, amount, loan_id, null, null, true,
           exists (select from reversal r where r.id = reversal_id and r.kind = 'CASH_OPENING')
      from lender_correction where lender_id = $1 and $2::int in (0, type) and created_at >= $4 and created_at < $5
    union all
    select id, 6, case when state = 'PAID' or end_reason = 'GIVEN_BACK' then 1 when state = 'RETURNED' then 3 else 2 end,
           coalesce(ended_at, created_at), -(amount + fee), null, null, null, false, false
      from withdrawal where lender_id = $1 and $2::int in (0, 6)
       and coalesce(ended_at, created_at) >= $4 and coalesce(ended_at, created_at) < $5
    union all
    select id, 6, 1, created_at, amount + fee, null, null, withdrawal_id, false, false
      from withdrawal_return_record where lender_id = $1 and $2::int in (0, 6) and created_at >= $4 and created_at < $5
    union all
    select id, 2, 2, created_at, -amount, loan_id, null, null, false, false
      from funding where lender_id = $1 and state = 'WAITING' and $2::int in (0, 2) and $3::int in (0, 2)
       and created_at >= $4 and created_at < $5
    union all
    select b.id, 2, part.status, part.at, part.amount, null, b.number, null, false, false
      from bulk_funding b
     cross join lateral (
       select business_day(b.created_at) < business_day(coalesce(b.ended_at, app_now())) as crossed, exists (
                select from bulk_funding_loan l where l.lender_id = b.lender_id and l.bulk_id = b.id and l.state = 'FUNDED'
              ) as funded) run
     cross join lateral (
       select case when b.ended_at is null then 2 when run.funded then 1 else 3 end as status,
              coalesce(b.ended_at, b.created_at) as at, null::bigint as amount
        where not run.crossed or (b.ended_at is not null and not run.funded)
       union all
       select case state when 'FUNDED' then 1 else 2 end, coalesce(max(ended_at), b.created_at), -sum(amount)::bigint
         from bulk_funding_loan l
        where run.crossed and l.lender_id = b.lender_id and l.bulk_id = b.id and l.state in ('FUNDED', 'WAITING')
        group by state, business_day(ended_at)) part
     where b.lender_id = $1 and $2::int in (0, 2) and part.at >= $4 and part.at < $5
  ) few where $3::int in (0, status)`

/** SQL for every movement under the filter, in no order. */
export const everyMovement = `
  select id, type::int, status::int, at, amount, loan_id, null::text as number, null::uuid as given_back,
         false as correction, false as opening
    from history_row
   where lender_id = $1 and $2::int in (0, type) and $3::int in (0, status) and at >= $4 and at < $5
  union all ${fewMovements}`

/** SQL for one kind of movement, from the newest or the oldest row on; $6 is the limit. */
const kept = `select id, type::int, status::int, at, amount, loan_id, null::text as number,
  null::uuid as given_back, false as correction, false as opening
  from history_row where lender_id = $1 and at >= $4 and at < $5`
const fundedOnes = `${kept} and type = 2 and status = 1 and $2::int in (0, 2) and $3::int in (0, 1)`
const failedOnes = `${kept} and type = 2 and status = 3 and $2::int in (0, 2) and $3::int in (0, 3)`
const returns = `${kept} and type = 5 and status = 1 and $2::int in (0, 5) and $3::int in (0, 1)`
const newest = 'order by at desc, id desc limit $6'
const oldest = 'order by at, id limit $6'
/**
 * SQL with the amount of a bulk funding: what was funded, while it runs also what may still be funded, and after a
 * failure everything that was requested.
 */
export const columns = `select id, type, status, at, loan_id as "loanId", number as "bulkNumber", given_back as "givenBack",
  correction as "isCorrection", opening as "isOpening",
  case when type = 2 and number is not null then (select b.created_at from bulk_funding b where b.lender_id = $1 and b.id = page.id)
       when type = 2 then (select f.created_at from funding f where f.lender_id = $1 and f.id = page.id)
       when type = 6 then (select w.created_at from withdrawal w where w.lender_id = $1 and w.id = page.id) end as "reservedAt",
  coalesce(amount, (
    select -coalesce(sum(l.amount), 0)::bigint from bulk_funding_loan l where l.lender_id = $1 and l.bulk_id = page.id
       and case page.status when 1 then l.state = 'FUNDED' when 2 then l.state <> 'REFUSED' else true end)) as amount`
const newestPage = `${columns} from (select * from (
  (${fundedOnes} ${newest}) union all (${failedOnes} ${newest}) union all (${returns} ${newest})
  union all (${fewMovements} ${newest})) m order by at desc, id desc limit $7 offset $6::int - $7::int
  ) page order by at desc, id desc`
const oldestPage = `${columns} from (select * from (
  (${fundedOnes} ${oldest}) union all (${failedOnes} ${oldest}) union all (${returns} ${oldest})
  union all (${fewMovements} ${oldest})) m order by at, id limit $7 offset $6::int - $7::int
  ) page order by at, id`

/**
 * A page of a lender's history, newest first, and the number of movements under the filter. Whole days are counted by
 * stored sums, and only parts of the first and last day row by row.
 */
export async function findMovements(
  db: Queryable,
  criteria: MovementCriteria,
): Promise<{ total: number; rows: Movement[] }> {
  const { lenderId, type, status, since, until } = criteria
  const filter = [lenderId, type, status, since, until]
  const { total } = await one<{ total: number }>(db, 'reports.transactions.count', counted, filter)
  const place = nearerEnd(total, criteria)
  if (place.take === 0) return { total, rows: [] }
  const span = [...filter, place.skip + place.take, place.take]
  const rows = await (place.fromEnd
    ? many<Movement>(db, 'reports.transactions.oldest', oldestPage, span)
    : many<Movement>(db, 'reports.transactions.newest', newestPage, span))
  return { total, rows: inOrder(rows, place) }
}

/** SQL that counts the movements under a filter. A day begins at midnight in Jakarta. */
const counted = `
  with days as (
    select business_day($4::timestamptz) + case when isfinite($4::timestamptz)
             and $4 > business_day($4::timestamptz)::timestamp at time zone 'Asia/Jakarta' then 1 else 0 end as first,
           business_day($5::timestamptz) as after
  ), parts as (
    select first, after, first::timestamp at time zone 'Asia/Jakarta' as first_at,
           after::timestamp at time zone 'Asia/Jakarta' as after_at from days
  )
  select (
    select count(*) from (${fewMovements}) few
  ) + coalesce((
    select sum(d.rows) from parts p join history_day d on d.day >= p.first and d.day < p.after
     where d.lender_id = $1 and $2::int in (0, d.type) and $3::int in (0, d.status)
  ), 0)::bigint + coalesce((
    select sum(edge.rows) from parts p
     cross join lateral (values ($4::timestamptz, least(p.first_at, $5::timestamptz)),
                                (greatest(p.after_at, p.first_at, $4::timestamptz), $5::timestamptz)) as e (since, until)
     cross join ${streams}
     cross join lateral (
       select count(*) as rows from history_row h
        where h.lender_id = $1 and h.type = s.type and h.status = s.status and h.at >= e.since and h.at < e.until
     ) edge
     where $2::int in (0, s.type) and $3::int in (0, s.status) and e.since < e.until
  ), 0)::bigint as total`
