import { many, one, type Queryable } from '../platform/db/database.ts'
import type { FoundPage, PortfolioCriteria } from './criteria.ts'

// $1 is the lender, $2 the name, $3 the loan number and $4 the status, each of the last three null if it is not a
// criterion; $5 is the limit and $6 the offset.
const likeName = '(select lower($2::text))'
const likeNumber = '(select lower($3::text))'
export const hasNumber = `($3::text is null or s.loan_number like ${likeNumber})`

/**
 * SQL condition for a status on a row of `portfolio_standing`, as one range of an index. Fundings that wait for a
 * signature have no such row.
 */
export const hasStatus = `
  s.phase = any (case $4::text when 'FUNDED' then '{1}' when 'LATE' then '{2,3}' when 'RESTRUCTURE' then '{3}'
                 when 'REPAID' then '{4}' when 'WRITTEN_OFF' then '{5}' when 'REFUNDED' then '{6}' when 'UNSIGNED' then '{}'
                 else '{2}' end::smallint[])
  and s.oldest_due >= case when $4::text in ('ACTIVE', 'RESTRUCTURE') then business_day(app_now()) else '-infinity' end
  and s.oldest_due <= case $4::text when 'LATE' then business_day(app_now()) - 1 else 'infinity' end`

// The matching borrowers are found once and then looked up by a hash; a join would look them up row by row.
export const hasName = `($2::text is null or s.borrower_id in (
  select b.borrower_id from portfolio_borrower b where b.lender_id = $1 and b.name like ${likeName}))`
const ofStatus = `
  select s.funding_id as id from portfolio_standing s
   where s.lender_id = $1 and ${hasStatus} and ${hasNumber} and ${hasName}`
const ofAny = `
  select s.funding_id as id from portfolio_row s
   where s.lender_id = $1 and $4::text is null and ${hasNumber} and ${hasName}`

const named = `
  select borrower_id as "borrowerId" from portfolio_borrower
   where lender_id = $1 and name like ${likeName} limit $3`

/** SQL for the fundings to a few borrowers with the ids $7. */
const ofFew = `
  select r.funding_id as id from portfolio_row r
    join portfolio_standing s on s.lender_id = r.lender_id and s.funding_id = r.funding_id
   where r.lender_id = $1 and r.borrower_id = any ($7::bigint[]) and ${hasNumber} and ($4::text is null or (${hasStatus}))`

/** SQL for the matching fundings that wait for a signature: `f`, its loan `l` and its borrower `b`. */
export const waits = `
  from funding f join loan l on l.id = f.loan_id join borrower b on b.id = l.borrower_id
   where f.lender_id = $1 and f.state = 'WAITING' and coalesce($4::text, 'FUNDED') in ('FUNDED', 'UNSIGNED')
     and ($2::text is null or lower(b.name) collate "C" like ${likeName})
     and ($3::text is null or lower(l.loan_number) collate "C" like ${likeNumber})`
const waiting = `select f.id ${waits}`

const page = `(select count(*) from found) as total,
  array(select found.id::text from found order by found.id desc limit $5 offset $6) as ids`
const pageOfStatus = `with found as materialized (${ofStatus} union all ${waiting}) select ${page}`
const pageOfAny = `with found as materialized (${ofAny} union all ${waiting}) select ${page}`
const pageOfFew = `with found as materialized (${ofFew} union all ${waiting}) select ${page}`

/**
 * A page of the portfolio by a text together with a status or another text. If few borrowers match, their fundings are
 * checked one by one; otherwise all possible matches are read once.
 */
export async function findBySeveral(
  db: Queryable,
  criteria: PortfolioCriteria,
  few: number,
): Promise<FoundPage> {
  const { lenderId, name, loanNumber, status, page: number, limit } = criteria
  const values = [lenderId, name, loanNumber, status, limit, (number - 1) * limit]
  if (name !== null) {
    const borrowers = await many<{ borrowerId: number }>(db, 'portfolio.named', named, [
      lenderId,
      name,
      few + 1,
    ])
    if (borrowers.length <= few) {
      const ids = borrowers.map(({ borrowerId }) => borrowerId)
      return one<FoundPage>(db, 'portfolio.page_of_few', pageOfFew, [...values, ids])
    }
  }
  return status === null
    ? one<FoundPage>(db, 'portfolio.page_by_texts', pageOfAny, values)
    : one<FoundPage>(db, 'portfolio.page_by_several', pageOfStatus, values)
}
