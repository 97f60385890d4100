import { many, one, type Queryable } from '../platform/db/database.ts'
import { inOrder, nearerEnd, type Place } from '../platform/nearer-end.ts'
import type { FoundPage, PortfolioCriteria } from './criteria.ts'

// $1 is the lender, $2 the limit and $3 the offset. Each part of a list is read in order with its own limit, because a
// planner that sorts the parts together would read all of them.
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
// Phase $4 is that of ended fundings, which have no due installment.
const ended = `select funding_id as id from portfolio_standing
  where lender_id = $1 and phase = $4::smallint and oldest_due = 'infinity'`
const newestEnded = `${ended} ${newest}`
const oldestEnded = `${ended} ${oldest}`
const newestUnsigned = `${waiting} ${newest}`
const oldestUnsigned = `${waiting} ${oldest}`
const isLate = `phase in (2, 3) and oldest_due < business_day(app_now())`
// Fundings of phase $2 that are active and not late.
const isActive = `phase = $2::smallint and oldest_due >= business_day(app_now())`
const fewLate = `select funding_id as id from portfolio_standing where lender_id = $1 and ${isLate} order by 1 desc`
const fewActive = `select funding_id as id from portfolio_standing where lender_id = $1 and ${isActive} order by 1 desc`
// Adding 0 prevents the use of the index by due date, whose order is not that of the list.
const manyLate = `select funding_id as id from portfolio_standing
  where lender_id = $1 and phase + 0 in (2, 3) and oldest_due + 0 < business_day(app_now())`
const manyActive = `select funding_id as id from portfolio_standing
  where lender_id = $1 and phase + 0 = $4::int and oldest_due + 0 >= business_day(app_now())`

/**
 * A page of the portfolio by its status alone. Totals are stored, so only the late fundings are counted; the page is
 * read from the end of the list that is closer.
 */
export async function findByStatus(
  db: Queryable,
  criteria: PortfolioCriteria,
  few: number,
): Promise<FoundPage> {
  const { lenderId, status } = criteria
  const counts = await one<Counts>(
    db,
    'portfolio.counts',
    `select w.waiting + coalesce((select sum(n) from unnest(t.phases) as n), 0)::bigint as all,
            w.waiting + coalesce(t.phases[1], 0) as funded, coalesce(t.phases[2], 0) as running,
            coalesce(t.phases[3], 0) as "onNewTerms", w.waiting as unsigned, coalesce(t.phases[4], 0) as repaid,
            coalesce(t.phases[5], 0) as "writtenOff", coalesce(t.phases[6], 0) as refunded,
            case when $2::text in ('ACTIVE', 'LATE') then (
              select count(*) from portfolio_standing s
               where s.lender_id = $1 and s.phase = 2 and s.oldest_due < business_day(app_now())) else 0 end as late,
            case when $2::text in ('LATE', 'RESTRUCTURE') then (
              select count(*) from portfolio_standing s
               where s.lender_id = $1 and s.phase = 3 and s.oldest_due < business_day(app_now())) else 0 end as "lateAnew"
       from (select count(*) as waiting from funding where lender_id = $1 and state = 'WAITING') w
       left join portfolio_total t on t.lender_id = $1`,
    [lenderId, status],
  )
  const total = totalOf(counts, status)
  const place = nearerEnd(total, criteria)
  if (place.take === 0) return { total, ids: [] }
  if (status === 'LATE' || status === 'ACTIVE' || status === 'RESTRUCTURE') {
    return { total, ids: await pageOfRunning(db, lenderId, status, { total, place, few }) }
  }
  return { total, ids: await pageOfOthers(db, lenderId, status, place) }
}

type Counts = Record<
  | 'all'
  | 'funded'
  | 'running'
  | 'onNewTerms'
  | 'late'
  | 'lateAnew'
  | 'unsigned'
  | 'repaid'
  | 'writtenOff'
  | 'refunded',
  number
>

const totalOf = (counts: Counts, status: PortfolioCriteria['status']): number =>
  ({
    ACTIVE: counts.running - counts.late,
    LATE: counts.late + counts.lateAnew,
    RESTRUCTURE: counts.onNewTerms - counts.lateAnew,
    FUNDED: counts.funded,
    UNSIGNED: counts.unsigned,
    REPAID: counts.repaid,
    WRITTEN_OFF: counts.writtenOff,
    REFUNDED: counts.refunded,
    ALL: counts.all,
  })[status ?? 'ALL']

const endedPhases = { REPAID: 4, WRITTEN_OFF: 5, REFUNDED: 6 } as const

/**
 * The total of fundings that are not active is stored, so their page is read from the end of the list that is closer.
 */
function pageOfOthers(
  db: Queryable,
  lenderId: number,
  status: Exclude<PortfolioCriteria['status'], 'LATE' | 'ACTIVE' | 'RESTRUCTURE'>,
  place: Place,
): Promise<string[]> {
  const { fromEnd } = place
  if (status === null)
    return fromEnd
      ? read(db, 'portfolio.oldest', oldestOfAll, { lenderId }, place)
      : read(db, 'portfolio.newest', newestOfAll, { lenderId }, place)
  if (status === 'FUNDED')
    return fromEnd
      ? read(db, 'portfolio.oldest_funded', oldestFunded, { lenderId }, place)
      : read(db, 'portfolio.newest_funded', newestFunded, { lenderId }, place)
  if (status === 'UNSIGNED')
    return fromEnd
      ? read(db, 'portfolio.oldest_unsigned', oldestUnsigned, { lenderId }, place)
      : read(db, 'portfolio.newest_unsigned', newestUnsigned, { lenderId }, place)
  const phase = endedPhases[status]
  return fromEnd
    ? read(db, 'portfolio.oldest_ended', oldestEnded, { lenderId, phase }, place)
    : read(db, 'portfolio.newest_ended', newestEnded, { lenderId, phase }, place)
}

/** If few fundings match, they are found by their due dates and sorted; if many, the list is scanned in its order. */
async function pageOfRunning(
  db: Queryable,
  lenderId: number,
  status: 'ACTIVE' | 'LATE' | 'RESTRUCTURE',
  { total, place, few }: { total: number; place: Place; few: number },
): Promise<string[]> {
  const phase = status === 'RESTRUCTURE' ? 3 : 2
  if (total <= few) {
    const found = await (status === 'LATE'
      ? many<{ id: string }>(db, 'portfolio.few_late', fewLate, [lenderId])
      : many<{ id: string }>(db, 'portfolio.few_active', fewActive, [lenderId, phase]))
    const from = place.fromEnd ? total - place.skip - place.take : place.skip
    return found.slice(from, from + place.take).map(({ id }) => id)
  }
  if (status === 'LATE') {
    return place.fromEnd
      ? read(db, 'portfolio.oldest_late', `select id from (${manyLate}) f ${oldest}`, { lenderId }, place)
      : read(db, 'portfolio.newest_late', `select id from (${manyLate}) f ${newest}`, { lenderId }, place)
  }
  const of = { lenderId, phase }
  return place.fromEnd
    ? read(db, 'portfolio.oldest_active', `select id from (${manyActive}) f ${oldest}`, of, place)
    : read(db, 'portfolio.newest_active', `select id from (${manyActive}) f ${newest}`, of, place)
}

/**
 * Reads a page by one of the statements above.
 * @param of the lender, and the phase for statements that use $4
 */
async function read(
  db: Queryable,
  name: string,
  text: string,
  of: { lenderId: number; phase?: number },
  { take, skip, fromEnd }: Place,
): Promise<string[]> {
  const phase = of.phase === undefined ? [] : [of.phase]
  const rows = await many<{ id: string }>(db, name, text, [of.lenderId, take, skip, ...phase])
  return inOrder(rows, { take, skip, fromEnd }).map(({ id }) => id)
}
