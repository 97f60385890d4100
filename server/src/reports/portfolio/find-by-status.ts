import { many, one, type Queryable } from '../../platform/db/database.ts'
import { inOrder, nearerEnd, type Place } from '../../platform/nearer-end.ts'
import type { FoundPage, PortfolioCriteria } from './criteria.ts'

// $1 is the lender, $2 the limit and $3 the offset. Each part of a list is read in order with its own limit, because a
// planner that sorts the parts together would read all of them.
const waiting = `select id from funding where lender_id = $1 and state = 'WAITING'`
const signed = `select funding_id as id from portfolio_row where lender_id = $1`
const unpaid = `select funding_id as id from portfolio_standing where lender_id = $1 and phase = 1`
const fromNewest = 'order by 1 desc limit $2::int + $3::int'
const fromOldest = 'order by 1 limit $2::int + $3::int'
const newest = 'order by id desc limit $2 offset $3'
const oldest = 'order by id limit $2 offset $3'
const newestOfAll = `select id from ((${signed} ${fromNewest}) union all (${waiting} ${fromNewest})) f ${newest}`
const oldestOfAll = `select id from ((${signed} ${fromOldest}) union all (${waiting} ${fromOldest})) f ${oldest}`
const newestFunded = `select id from ((${unpaid} ${fromNewest}) union all (${waiting} ${fromNewest})) f ${newest}`
const oldestFunded = `select id from ((${unpaid} ${fromOldest}) union all (${waiting} ${fromOldest})) f ${oldest}`
// Phase $4 is that of ended fundings.
const ended = `select funding_id as id from portfolio_standing where lender_id = $1 and phase = $4::smallint`
const newestEnded = `${ended} ${newest}`
const oldestEnded = `${ended} ${oldest}`
const newestUnsigned = `${waiting} ${newest}`
const oldestUnsigned = `${waiting} ${oldest}`

/** The statuses by which a page can be read in the order of an index; null for all fundings. */
export type StoredStatus = Exclude<PortfolioCriteria['status'], 'LATE' | 'ACTIVE' | 'RESTRUCTURE'>

/** Reads a page of the portfolio by such a status only, from the closer end of the index; its total is stored. */
export async function findByStatus(
  db: Queryable,
  criteria: PortfolioCriteria & { status: StoredStatus },
): Promise<FoundPage> {
  const { lenderId, status } = criteria
  const counts = await one<Counts>(
    db,
    'reports.portfolio.counts',
    `select w.waiting + coalesce((select sum(n) from unnest(t.phases) as n), 0)::bigint as all,
            w.waiting + coalesce(t.phases[1], 0) as funded, w.waiting as unsigned, coalesce(t.phases[4], 0) as repaid,
            coalesce(t.phases[5], 0) as "writtenOff", coalesce(t.phases[6], 0) as refunded
       from (select count(*) as waiting from funding where lender_id = $1 and state = 'WAITING') w
       left join portfolio_total t on t.lender_id = $1`,
    [lenderId],
  )
  const total = totalOf(counts, status)
  const place = nearerEnd(total, criteria)
  return { total, ids: place.take === 0 ? [] : await pageOf(db, lenderId, status, place) }
}

type Counts = Record<'all' | 'funded' | 'unsigned' | 'repaid' | 'writtenOff' | 'refunded', number>

const totalOf = (counts: Counts, status: StoredStatus): number =>
  ({
    FUNDED: counts.funded,
    UNSIGNED: counts.unsigned,
    REPAID: counts.repaid,
    WRITTEN_OFF: counts.writtenOff,
    REFUNDED: counts.refunded,
    ALL: counts.all,
  })[status ?? 'ALL']

const endedPhases = { REPAID: 4, WRITTEN_OFF: 5, REFUNDED: 6 } as const

function pageOf(db: Queryable, lenderId: number, status: StoredStatus, place: Place): Promise<string[]> {
  const { fromEnd } = place
  if (status === null)
    return fromEnd
      ? read(db, 'reports.portfolio.oldest', oldestOfAll, { lenderId }, place)
      : read(db, 'reports.portfolio.newest', newestOfAll, { lenderId }, place)
  if (status === 'FUNDED')
    return fromEnd
      ? read(db, 'reports.portfolio.oldest_funded', oldestFunded, { lenderId }, place)
      : read(db, 'reports.portfolio.newest_funded', newestFunded, { lenderId }, place)
  if (status === 'UNSIGNED')
    return fromEnd
      ? read(db, 'reports.portfolio.oldest_unsigned', oldestUnsigned, { lenderId }, place)
      : read(db, 'reports.portfolio.newest_unsigned', newestUnsigned, { lenderId }, place)
  const phase = endedPhases[status]
  return fromEnd
    ? read(db, 'reports.portfolio.oldest_ended', oldestEnded, { lenderId, phase }, place)
    : read(db, 'reports.portfolio.newest_ended', newestEnded, { lenderId, phase }, place)
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
