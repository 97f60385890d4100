import { many, one, type Queryable } from '../platform/db/database.ts'
import { inOrder, nearerEnd } from '../platform/nearer-end.ts'
import { few, type FoundPage, type Wanted } from './wanted.ts'

// In all of these $1 is the lender, $2 the name, $3 the loan number and $4 the status, each of them null where it is
// not asked for.

// A text is brought into lower case once, by a question of its own; and what is asked of each row is asked as a value and
// not as `exists`, which the planner would answer by reading all there is.
const likeName = '(select lower($2::text))'
const likeNumber = '(select lower($3::text))'

/** Whether a row is of the status. */
const hasStatus = `($4::text is null or (
  select case $4 when 'FUNDED' then s.phase = 1
                 when 'LATE' then s.phase in (2, 3) and s.oldest_due < business_day(app_now())
                 else s.phase = 2 and s.oldest_due >= business_day(app_now()) end
    from portfolio_standing s where s.lender_id = r.lender_id and s.funding_id = r.funding_id))`

/** From the borrowers whose name matches to what was lent to them. */
const byName = `
  from portfolio_borrower b join portfolio_row r on r.lender_id = b.lender_id and r.borrower_id = b.borrower_id
 where b.lender_id = $1 and b.shown > 0 and b.name like ${likeName}
   and ($3::text is null or r.loan_number like ${likeNumber}) and ${hasStatus}`

/** From the loan numbers that match. */
const byNumber = `
  from portfolio_row r where r.lender_id = $1 and $2::text is null and r.loan_number like ${likeNumber} and ${hasStatus}`

/** The same without a status, where each row is asked for nothing else; $2 is the loan number. */
const byNumberAlone = `
  from portfolio_row r where r.lender_id = $1 and r.loan_number like (select lower($2::text))`

/** What matches of that which waits for a signature. */
const waiting = `
  select f.id from funding f join loan l on l.id = f.loan_id join borrower b on b.id = l.borrower_id
   where f.lender_id = $1 and f.state = 'WAITING' and coalesce($4::text, 'FUNDED') = 'FUNDED'
     and ($2::text is null or lower(b.name) collate "C" like ${likeName})
     and ($3::text is null or lower(l.loan_number) collate "C" like ${likeNumber})`

/** The list itself, each row asked whether it matches; $5 rows are taken and $6 passed over. */
const walked = `
  select r.funding_id as id from portfolio_row r
   where r.lender_id = $1 and ($3::text is null or r.loan_number like ${likeNumber}) and ${hasStatus}
     and ($2::text is null or (
       select b.name from portfolio_borrower b where b.lender_id = $1 and b.borrower_id = r.borrower_id) like ${likeName})`
const fromNewest = 'order by 1 desc limit $5::int + $6::int'
const fromOldest = 'order by 1 limit $5::int + $6::int'
const newestMatches = `select id from ((${walked} ${fromNewest}) union all (${waiting} ${fromNewest})) f
  order by id desc limit $5 offset $6`
const oldestMatches = `select id from ((${walked} ${fromOldest}) union all (${waiting} ${fromOldest})) f
  order by id limit $5 offset $6`

/**
 * A page of the portfolio by name or loan number. Where few match, all of them are taken in hand. Where many do, a page
 * is soon found by walking the list, and only their number is counted.
 */
export async function findByText(db: Queryable, wanted: Wanted): Promise<FoundPage> {
  const filter = [wanted.lenderId, wanted.name, wanted.loanNumber, wanted.status]
  const waits = (await many<{ id: string }>(db, 'portfolio.waiting_by_text', waiting, filter)).map(
    ({ id }) => id,
  )
  const matches = await firstMatches(db, wanted, filter)
  if (matches.length <= few) {
    const ids = [...matches.map(({ id }) => id), ...waits].sort((a, b) => (a < b ? 1 : -1))
    const from = (wanted.page - 1) * wanted.limit
    return { total: ids.length, ids: ids.slice(from, from + wanted.limit) }
  }
  const total = waits.length + (await countMatches(db, wanted, filter))
  const place = nearerEnd(total, wanted)
  if (place.take === 0) return { total, ids: [] }
  const span = [...filter, place.take, place.skip]
  const rows = await (place.fromEnd
    ? many<{ id: string }>(db, 'portfolio.oldest_by_text', oldestMatches, span)
    : many<{ id: string }>(db, 'portfolio.newest_by_text', newestMatches, span))
  return { total, ids: inOrder(rows, place).map(({ id }) => id) }
}

/** Rows that match, in no order: all of them, or one more than are taken in hand. */
function firstMatches(db: Queryable, { lenderId, name, loanNumber, status }: Wanted, filter: unknown[]) {
  if (name !== null) {
    const text = `select r.funding_id as id ${byName} limit $5`
    return many<{ id: string }>(db, 'portfolio.few_by_name', text, [...filter, few + 1])
  }
  if (status !== null) {
    const text = `select r.funding_id as id ${byNumber} limit $5`
    return many<{ id: string }>(db, 'portfolio.few_by_number', text, [...filter, few + 1])
  }
  const text = `select r.funding_id as id ${byNumberAlone} limit $3`
  return many<{ id: string }>(db, 'portfolio.few_by_number_alone', text, [lenderId, loanNumber, few + 1])
}

/** How many rows match; by name alone it is kept with each borrower. */
async function countMatches(
  db: Queryable,
  { lenderId, name, loanNumber, status }: Wanted,
  filter: unknown[],
): Promise<number> {
  const count = async (called: string, text: string, values: unknown[]) =>
    (await one<{ total: number }>(db, called, text, values)).total
  if (name === null) {
    return status === null
      ? count('portfolio.count_by_number_alone', `select count(*) as total ${byNumberAlone}`, [
          lenderId,
          loanNumber,
        ])
      : count('portfolio.count_by_number', `select count(*) as total ${byNumber}`, filter)
  }
  return loanNumber === null && status === null
    ? count(
        'portfolio.count_of_name',
        `select coalesce(sum(shown), 0)::bigint as total from portfolio_borrower where lender_id = $1 and name like ${likeName}`,
        [lenderId, name],
      )
    : count('portfolio.count_by_name', `select count(*) as total ${byName}`, filter)
}
