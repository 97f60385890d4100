import { many, one, type Queryable } from '../platform/db/database.ts'
import { inOrder, nearerEnd, type Place } from '../platform/nearer-end.ts'
import type { FoundPage, Wanted } from './wanted.ts'

// $1 is the lender, $2 how many rows are taken and $3 how many are passed over. Each part of a list is read in its order
// and ends by itself: a planner that has to sort the parts together would read all of them.
const waiting = `select id from funding where lender_id = $1 and state = 'WAITING'`
const signed = `select funding_id as id from portfolio_row where lender_id = $1`
const unpaid = `select funding_id as id from portfolio_standing
  where lender_id = $1 and phase = 1 and oldest_due = 'infinity'`
const fromNewest = 'order by 1 desc limit $2::int + $3::int'
const fromOldest = 'order by 1 limit $2::int + $3::int'
const newest = 'order by id desc limit $2 offset $3'
const oldest = 'order by id limit $2 offset $3'
const newestOfAll = `select id from ((${signed} ${fromNewest}) union all (${waiting} ${fromNewest})) f ${newest}`
const oldestOfAll = `select id from ((${signed} ${fromOldest}) union all (${waiting} ${fromOldest})) f ${oldest}`
const newestFunded = `select id from ((${unpaid} ${fromNewest}) union all (${waiting} ${fromNewest})) f ${newest}`
const oldestFunded = `select id from ((${unpaid} ${fromOldest}) union all (${waiting} ${fromOldest})) f ${oldest}`
const isLate = `phase in (2, 3) and oldest_due < business_day(app_now())`
const isActive = `phase = 2 and oldest_due >= business_day(app_now())`
const fewLate = `select funding_id as id from portfolio_standing where lender_id = $1 and ${isLate} order by 1 desc`
const fewActive = `select funding_id as id from portfolio_standing where lender_id = $1 and ${isActive} order by 1 desc`
// The sum with nothing keeps the planner from the index by due date, whose order is not that of the list.
const manyLate = `select funding_id as id from portfolio_standing
  where lender_id = $1 and phase + 0 in (2, 3) and oldest_due + 0 < business_day(app_now())`
const manyActive = `select funding_id as id from portfolio_standing
  where lender_id = $1 and phase + 0 = 2 and oldest_due + 0 >= business_day(app_now())`

/**
 * A page of the portfolio by its status alone. Totals are kept, so that nothing of the portfolio is counted but what is
 * late; the page is read from the nearer end.
 */
export async function findByStatus(db: Queryable, wanted: Wanted, few: number): Promise<FoundPage> {
  const { lenderId, status } = wanted
  const counts = await one<{ all: number; funded: number; running: number; late: number; lateAnew: number }>(
    db,
    'portfolio.counts',
    `select w.waiting + coalesce((select sum(n) from unnest(t.phases) as n), 0)::bigint as all,
            w.waiting + coalesce(t.phases[1], 0) as funded, coalesce(t.phases[2], 0) as running,
            case when $2::text in ('ACTIVE', 'LATE') then (
              select count(*) from portfolio_standing s
               where s.lender_id = $1 and s.phase = 2 and s.oldest_due < business_day(app_now())) else 0 end as late,
            case when $2::text = 'LATE' then (
              select count(*) from portfolio_standing s
               where s.lender_id = $1 and s.phase = 3 and s.oldest_due < business_day(app_now())) else 0 end as "lateAnew"
       from (select count(*) as waiting from funding where lender_id = $1 and state = 'WAITING') w
       left join portfolio_total t on t.lender_id = $1`,
    [lenderId, status],
  )
  const { late, lateAnew, running } = counts
  const total = { ACTIVE: running - late, LATE: late + lateAnew, FUNDED: counts.funded, ALL: counts.all }[
    status ?? 'ALL'
  ]
  const place = nearerEnd(total, wanted)
  if (place.take === 0) return { total, ids: [] }
  if (status === 'LATE' || status === 'ACTIVE') {
    return { total, ids: await pageOfRunning(db, lenderId, status, { total, place, few }) }
  }
  const rows = await (status === 'FUNDED'
    ? place.fromEnd
      ? read(db, 'portfolio.oldest_funded', oldestFunded, lenderId, place)
      : read(db, 'portfolio.newest_funded', newestFunded, lenderId, place)
    : place.fromEnd
      ? read(db, 'portfolio.oldest', oldestOfAll, lenderId, place)
      : read(db, 'portfolio.newest', newestOfAll, lenderId, place))
  return { total, ids: rows }
}

/** Few that match are found by their due dates and sorted; of many the list itself is walked. */
async function pageOfRunning(
  db: Queryable,
  lenderId: number,
  status: 'ACTIVE' | 'LATE',
  { total, place, few }: { total: number; place: Place; few: number },
): Promise<string[]> {
  if (total <= few) {
    const found = await (status === 'LATE'
      ? many<{ id: string }>(db, 'portfolio.few_late', fewLate, [lenderId])
      : many<{ id: string }>(db, 'portfolio.few_active', fewActive, [lenderId]))
    const from = place.fromEnd ? total - place.skip - place.take : place.skip
    return found.slice(from, from + place.take).map(({ id }) => id)
  }
  if (status === 'LATE') {
    return place.fromEnd
      ? read(db, 'portfolio.oldest_late', `select id from (${manyLate}) f ${oldest}`, lenderId, place)
      : read(db, 'portfolio.newest_late', `select id from (${manyLate}) f ${newest}`, lenderId, place)
  }
  return place.fromEnd
    ? read(db, 'portfolio.oldest_active', `select id from (${manyActive}) f ${oldest}`, lenderId, place)
    : read(db, 'portfolio.newest_active', `select id from (${manyActive}) f ${newest}`, lenderId, place)
}

async function read(
  db: Queryable,
  name: string,
  text: string,
  lenderId: number,
  place: Place,
): Promise<string[]> {
  const rows = await many<{ id: string }>(db, name, text, [lenderId, place.take, place.skip])
  return inOrder(rows, place).map(({ id }) => id)
}
