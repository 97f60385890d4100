import { one, type Queryable } from '../platform/db/database.ts'
import type { FoundPage, Wanted } from './wanted.ts'

// $1 is the lender, $2 the name, $3 the loan number and $4 the status, each of the three null where it is not asked for;
// $5 rows are taken and $6 passed over.
const likeName = '(select lower($2::text))'
const likeNumber = '(select lower($3::text))'

// Who is looked for is found once and then asked for by a hash; as a join it would be asked for row by row.
const matches = `($3::text is null or s.loan_number like ${likeNumber})
  and ($2::text is null or s.borrower_id in (
    select b.borrower_id from portfolio_borrower b where b.lender_id = $1 and b.name like ${likeName}))`

/** What stands as the status says: a stretch of an index, and all that is asked of it is in there. */
const ofStatus = `
  select s.funding_id as id from portfolio_standing s
   where s.lender_id = $1
     and s.phase = any (case $4::text when 'FUNDED' then '{1}' when 'LATE' then '{2,3}' else '{2}' end::smallint[])
     and s.oldest_due >= case $4::text when 'ACTIVE' then business_day(app_now()) else '-infinity' end
     and s.oldest_due <= case $4::text when 'LATE' then business_day(app_now()) - 1 else 'infinity' end
     and ${matches}`

const ofAny = `
  select s.funding_id as id from portfolio_row s where s.lender_id = $1 and $4::text is null and ${matches}`

const waiting = `
  select f.id from funding f join loan l on l.id = f.loan_id join borrower b on b.id = l.borrower_id
   where f.lender_id = $1 and f.state = 'WAITING' and coalesce($4::text, 'FUNDED') = 'FUNDED'
     and ($2::text is null or lower(b.name) collate "C" like ${likeName})
     and ($3::text is null or lower(l.loan_number) collate "C" like ${likeNumber})`

const page = `(select count(*) from found) as total,
  array(select id::text from found order by id desc limit $5 offset $6) as ids`
const pageOfStatus = `with found as materialized (${ofStatus} union all ${waiting}) select ${page}`
const pageOfAny = `with found as materialized (${ofAny} union all ${waiting}) select ${page}`

/** A page of the portfolio by a text together with a status or another text: all that matches is gone through once. */
export function findBySeveral(db: Queryable, wanted: Wanted): Promise<FoundPage> {
  const { lenderId, name, loanNumber, status, page: number, limit } = wanted
  const values = [lenderId, name, loanNumber, status, limit, (number - 1) * limit]
  return status === null
    ? one<FoundPage>(db, 'portfolio.page_by_texts', pageOfAny, values)
    : one<FoundPage>(db, 'portfolio.page_by_several', pageOfStatus, values)
}
