import { many, one, type Queryable } from '../../platform/db/database.ts'
import { columns, everyMovement, type Movement, type MovementCriteria } from './find-movements.ts'

/**
 * SQL for the displayed number of a row (contract/src/format/reference-number.ts), which no column stores: a prefix,
 * the day of its UUID in Jakarta, and the last fifty bits of the UUID in Crockford's base 32.
 */
const shownNumber = `
  coalesce(m.number, (array['TOP', 'FND', null, null, 'RPY', 'WDR'])[m.type] || '-' || to_char(
      to_timestamp(('x' || left(id.hex, 12))::bit(48)::bigint / 1000.0) at time zone 'Asia/Jakarta', 'YYMMDD'
    ) || '-' || (
      select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
                               1 + ((('x' || right(id.hex, 13))::bit(52)::bigint >> (5 * (9 - sign))) & 31)::int, 1), '' order by sign)
        from generate_series(0, 9) as sign))`

/** SQL for the movements whose number or loan number contains the text $6; $1 to $5 as in find-movements.ts. */
export const found = `
  with searched as materialized (select search_form($6) as text), found as materialized (
    select m.* from (${everyMovement}) m
     cross join lateral (select replace(coalesce(m.given_back, m.id)::text, '-', '') as hex) id
      left join loan l on l.id = m.loan_id
     cross join searched
     where strpos(lower(l.loan_number), searched.text) > 0 or strpos(lower(${shownNumber}), searched.text) > 0
  )`
const countFound = `${found} select count(*) as total from found`
const pageFound = `${found} ${columns}
  from (select * from found order by at desc, id desc limit $7 offset $8) page order by at desc, id desc`

/**
 * A page of the movements whose number or loan number contains a text, newest first. It checks each movement of the
 * lender under the filter, so a filter by type or time makes it faster.
 */
export async function findByReference(
  db: Queryable,
  { lenderId, type, status, since, until, page, limit }: MovementCriteria,
  text: string,
): Promise<{ total: number; rows: Movement[] }> {
  const filter = [lenderId, type, status, since, until, text]
  const { total } = await one<{ total: number }>(db, 'reports.transactions.count_found', countFound, filter)
  if (total <= (page - 1) * limit) return { total, rows: [] }
  const rows = await many<Movement>(db, 'reports.transactions.found', pageFound, [
    ...filter,
    limit,
    (page - 1) * limit,
  ])
  return { total, rows }
}
