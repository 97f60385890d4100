import type { BusinessDate } from '@pematang/contract/format/business-date'
import { many, one, type Queryable } from '../../platform/db/database.ts'
import { cutPage, type Page } from '../../platform/pages.ts'

/** The first day on which limits ask for an identity. */
const asked = `
  select min(r.holds_from) as day from limit_rule r
   where r.asks_identity
     and not exists (select from limit_rule n where n.holds_from = r.holds_from and n.version > r.version)`

const unidentified = `
  lender l left join lateral (
    select f.birth_date, f.married, f.checked_on from lender_facts f
     where f.lender_id = l.id order by f.version desc limit 1) f on true
   where l.state = 'ACTIVE' and not l.is_member and (f.checked_on is null or l.user_type_id <> 3 and f.birth_date is null
                                 and f.married is not true)`

/** How many there are, and the first day on which limits ask for it; none where no limits do. */
export const unidentifiedLenders = (
  db: Queryable,
): Promise<{ count: number; from: BusinessDate | null; inForce: boolean }> =>
  one(
    db,
    'lenders.limits.unidentified',
    `with asked as (${asked})
     select asked.day as from, coalesce(asked.day <= business_day(app_now()), false) as "inForce",
            case when asked.day is null then 0 else (select count(*) from ${unidentified}) end as count
       from asked`,
  )

export type UnidentifiedLender = {
  lenderId: number
  phone: string
  name: string
  ageKnown: boolean
  checked: boolean
}

/** The same in the order of their ids; empty where no limits ask for it. */
export async function listUnidentified(
  db: Queryable,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Page<UnidentifiedLender>> {
  const rows = await many<UnidentifiedLender>(
    db,
    'lenders.limits.list_unidentified',
    `select l.id as "lenderId", l.phone, l.name, l.user_type_id = 3 or f.birth_date is not null or coalesce(f.married, false) as "ageKnown",
            f.checked_on is not null as checked
       from ${unidentified} and (select day from (${asked}) asked) is not null
        and ($1::bigint is null or l.id > $1) order by l.id limit $2`,
    [after ?? null, limit + 1],
  )
  return cutPage(rows, limit, ({ lenderId }) => String(lenderId))
}
