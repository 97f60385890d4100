import { many, one, type Queryable } from '../platform/db/database.ts'
import { inOrder, nearerEnd } from '../platform/nearer-end.ts'
import type { FoundPage, PortfolioCriteria } from './criteria.ts'

// In all these statements $1 is the lender and $2 the pattern. A subquery converts the pattern to lower case only once.
// The condition on a row is a scalar subquery instead of `exists`, because for that the planner would read all rows.
const likeText = '(select lower($2::text))'

/** SQL for the fundings of borrowers with a matching name. */
const byName = `
  from portfolio_borrower b join portfolio_row r on r.lender_id = b.lender_id and r.borrower_id = b.borrower_id
 where b.lender_id = $1 and b.shown > 0 and b.name like ${likeText}`

/** SQL for the fundings with a matching loan number. */
const byNumber = `
  from portfolio_row r where r.lender_id = $1 and r.loan_number like ${likeText}`

/** SQL for the matching fundings that wait for a signature. */
const waitingByName = `
  select f.id from funding f join loan l on l.id = f.loan_id join borrower b on b.id = l.borrower_id
   where f.lender_id = $1 and f.state = 'WAITING' and lower(b.name) collate "C" like ${likeText}`
const waitingByNumber = `
  select f.id from funding f join loan l on l.id = f.loan_id
   where f.lender_id = $1 and f.state = 'WAITING' and lower(l.loan_number) collate "C" like ${likeText}`

/** SQL that scans the whole list and checks each row; $3 is the limit and $4 the offset. */
const walkedByName = `
  select r.funding_id as id from portfolio_row r
   where r.lender_id = $1 and (
     select b.name from portfolio_borrower b where b.lender_id = $1 and b.borrower_id = r.borrower_id) like ${likeText}`
const walkedByNumber = `
  select r.funding_id as id from portfolio_row r where r.lender_id = $1 and r.loan_number like ${likeText}`
const fromNewest = 'order by 1 desc limit $3::int + $4::int'
const fromOldest = 'order by 1 limit $3::int + $4::int'
const newest = 'order by id desc limit $3 offset $4'
const oldest = 'order by id limit $3 offset $4'

const statements = {
  name: {
    waiting: ['portfolio.waiting_by_name', waitingByName],
    few: ['portfolio.few_by_name', `select r.funding_id as id ${byName} limit $3`],
    // The number of fundings of each borrower is stored, so only borrowers are read.
    count: [
      'portfolio.count_by_name',
      `select coalesce(sum(shown), 0)::bigint as total from portfolio_borrower where lender_id = $1 and name like ${likeText}`,
    ],
    newest: [
      'portfolio.newest_by_name',
      `select id from ((${walkedByName} ${fromNewest}) union all (${waitingByName} ${fromNewest})) f ${newest}`,
    ],
    oldest: [
      'portfolio.oldest_by_name',
      `select id from ((${walkedByName} ${fromOldest}) union all (${waitingByName} ${fromOldest})) f ${oldest}`,
    ],
  },
  number: {
    waiting: ['portfolio.waiting_by_number', waitingByNumber],
    few: ['portfolio.few_by_number', `select r.funding_id as id ${byNumber} limit $3`],
    count: ['portfolio.count_by_number', `select count(*) as total ${byNumber}`],
    newest: [
      'portfolio.newest_by_number',
      `select id from ((${walkedByNumber} ${fromNewest}) union all (${waitingByNumber} ${fromNewest})) f ${newest}`,
    ],
    oldest: [
      'portfolio.oldest_by_number',
      `select id from ((${walkedByNumber} ${fromOldest}) union all (${waitingByNumber} ${fromOldest})) f ${oldest}`,
    ],
  },
} as const

/**
 * A page of the portfolio by a name or a loan number alone. Few matches are all read and sorted. With many, the list is
 * scanned until the page is full, and the matches are only counted.
 */
export async function findByText(
  db: Queryable,
  criteria: PortfolioCriteria & { by: 'name' | 'number'; text: string },
  few: number,
): Promise<FoundPage> {
  const { lenderId, by, text } = criteria
  const ids = ([name, question]: readonly [string, string], ...more: number[]) =>
    many<{ id: string }>(db, name, question, [lenderId, text, ...more])
  const asked = statements[by]
  const waits = await ids(asked.waiting)
  const matches = await ids(asked.few, few + 1)
  if (matches.length <= few) {
    const all = [...matches, ...waits].map(({ id }) => id).sort((a, b) => (a < b ? 1 : -1))
    const from = (criteria.page - 1) * criteria.limit
    return { total: all.length, ids: all.slice(from, from + criteria.limit) }
  }
  const [called, question] = asked.count
  const counted = await one<{ total: number }>(db, called, question, [lenderId, text])
  const total = waits.length + counted.total
  const place = nearerEnd(total, criteria)
  if (place.take === 0) return { total, ids: [] }
  const rows = await ids(place.fromEnd ? asked.oldest : asked.newest, place.take, place.skip)
  return { total, ids: inOrder(rows, place).map(({ id }) => id) }
}
