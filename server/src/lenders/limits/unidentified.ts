import type { BusinessDate } from '@pematang/contract/format/business-date'
import { one, type Queryable } from '../../platform/db/database.ts'

/**
 * The active lenders of whom age and marriage, or the check of their identity, are not known, and the first day on which
 * limits ask for it; none where no limits do. Who is known to be too young does not count.
 */
export const unidentifiedLenders = (
  db: Queryable,
): Promise<{ count: number; from: BusinessDate | null; inForce: boolean }> =>
  one(
    db,
    'lenders.limits.unidentified',
    `with asked as (
       select min(r.holds_from) as day from limit_rule r
        where r.asks_identity
          and not exists (select from limit_rule n where n.holds_from = r.holds_from and n.version > r.version))
     select asked.day as from, coalesce(asked.day <= business_day(app_now()), false) as "inForce",
            case when asked.day is null then 0 else (
              select count(*) from lender l left join lateral (
                       select f.birth_date, f.married, f.checked_on from lender_facts f
                        where f.lender_id = l.id order by f.version desc limit 1) f on true
               where l.state = 'ACTIVE' and not l.is_member and (f.checked_on is null or l.user_type_id <> 3 and f.birth_date is null
                                             and f.married is not true)) end as count
       from asked`,
  )
