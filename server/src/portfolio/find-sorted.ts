import { one, type Queryable } from '../platform/db/database.ts'
import { hasName, hasNumber, hasStatus, waits } from './find-by-several.ts'
import type { FoundPage, PortfolioCriteria } from './criteria.ts'

// $1 to $4 as in find-by-several.ts, $5 the sort or null. The sort key is in one of three columns; the others are null.
// A key that is not in `portfolio_standing` is only read when the sort needs it.
const found = `
  with found as materialized (
    select s.funding_id as id,
           case $5::text
             when 'PRINCIPAL' then -s.principal_due
             when 'AMOUNT' then -(select f.amount from funding f where f.lender_id = s.lender_id and f.id = s.funding_id)
             when 'RATE' then -(select l.interest from portfolio_row r join loan l on l.id = r.loan_id
                                 where r.lender_id = s.lender_id and r.funding_id = s.funding_id)
           end::numeric as figure,
           case $5::text when 'DUE' then s.oldest_due end as day,
           case $5::text when 'NAME' then (select b.name from portfolio_borrower b
                                            where b.lender_id = s.lender_id and b.borrower_id = s.borrower_id) end as name
      from portfolio_standing s
     where s.lender_id = $1 and ($4::text is null or (${hasStatus})) and ${hasNumber} and ${hasName}
    union all
    select f.id,
           case $5::text when 'PRINCIPAL' then 1 when 'AMOUNT' then -f.amount when 'RATE' then -l.interest end::numeric,
           case $5::text when 'DUE' then 'infinity'::date end,
           case $5::text when 'NAME' then lower(b.name) collate "C" end
      ${waits}
  )`
const order = 'found.figure, found.day, found.name, found.id desc'

const page = `${found}
  select (select count(*) from found) as total,
         array(select found.id::text from found order by ${order} limit $6 offset $7) as ids`
const all = `${found}
  select coalesce(string_agg(uuid_send(found.id), ''::bytea order by ${order}), ''::bytea) as ids from found`

/** A page of the portfolio in a sort order other than newest first; all matches are read once. */
export function findSorted(db: Queryable, criteria: PortfolioCriteria): Promise<FoundPage> {
  const { page: number, limit } = criteria
  return one<FoundPage>(db, 'portfolio.page_sorted', page, [...asked(criteria), limit, (number - 1) * limit])
}

/** The ids of all matches in order, packed into one value. */
export async function findAll(
  db: Queryable,
  criteria: Omit<PortfolioCriteria, 'page' | 'limit'>,
): Promise<Buffer> {
  const { ids } = await one<{ ids: Buffer }>(db, 'portfolio.all', all, asked(criteria))
  return ids
}

const asked = ({ lenderId, name, loanNumber, status, sort }: Omit<PortfolioCriteria, 'page' | 'limit'>) => [
  lenderId,
  name,
  loanNumber,
  status,
  sort,
]
