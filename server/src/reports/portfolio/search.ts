import type { Queryable } from '../../platform/db/database.ts'
import type { FoundPage, PortfolioCriteria, SearchCriteria } from './criteria.ts'

// $1 is the lender, $2 the name, $3 the loan number, $4 the status and $5 the sort, each of the last four null if it is
// not a criterion. The sort key is a figure or a name; the other is null.
const signed = `
  select s.funding_id as id,
         case $5::text when 'PRINCIPAL' then -s.principal_due when 'AMOUNT' then -f.amount
                       when 'RATE' then -coalesce(
                         (select r.interest from restructuring r where r.loan_id = l.id order by r.version desc limit 1),
                         l.interest)::float8
                       when 'DUE' then extract(epoch from s.oldest_due)::float8 end as figure,
         case $5::text when 'NAME' then b.name end as name
    from portfolio_standing s
    left join portfolio_borrower b on b.lender_id = s.lender_id and b.borrower_id = s.borrower_id
    left join holding f on f.lender_id = s.lender_id and f.id = s.funding_id
    left join loan l on l.id = f.loan_id
   where s.lender_id = $1 and ($2::text is null or strpos(b.name, (select search_form($2))) > 0)
     and ($3::text is null or strpos(s.loan_number, (select search_form($3))) > 0)
     and ($4::text is null or s.phase = any (case $4::text
            when 'FUNDED' then '{1}' when 'ACTIVE' then '{2}' when 'LATE' then '{2,3}' when 'RESTRUCTURE' then '{3}'
            when 'REPAID' then '{4}' when 'WRITTEN_OFF' then '{5}' when 'REFUNDED' then '{6}' else '{}'
          end::smallint[]))
     and ($4::text is distinct from 'LATE' or s.oldest_due < (select business_day(app_now())))
     and (coalesce($4::text, '') not in ('ACTIVE', 'RESTRUCTURE') or s.oldest_due >= (select business_day(app_now())))`
// They come after fundings without unpaid principal, and are among those of which nothing is due. A lateral subquery with
// `offset 0` looks up each loan by its key; a plain join might read all loans.
const waiting = `
  select f.id, case $5::text when 'PRINCIPAL' then 1 when 'AMOUNT' then -f.amount when 'RATE' then -l.interest::float8
                             when 'DUE' then 'infinity' end,
         case $5::text when 'NAME' then l.name end
    from funding f
   cross join lateral (
     select l.interest, lower(l.loan_number) as number, search_form(b.name) collate "C" as name
       from loan l join borrower b on b.id = l.borrower_id where l.id = f.loan_id offset 0
   ) l
   where f.lender_id = $1 and f.state = 'WAITING' and coalesce($4::text, 'FUNDED') in ('FUNDED', 'UNSIGNED')
     and ($2::text is null or strpos(l.name, (select search_form($2))) > 0)
     and ($3::text is null or strpos(l.number, (select search_form($3))) > 0)`
const order = 'found.figure, found.name, found.id desc'

const page = `
  with found as materialized (${signed} union all ${waiting})
  select (select count(*) from found) as total,
         array(select found.id from found order by ${order} limit $6 offset $7) as ids`
const all = `
  select coalesce(string_agg(uuid_send(found.id), ''::bytea order by ${order}), ''::bytea) as ids
    from (${signed} union all ${waiting}) found`

/** Returns a page of the matching fundings, and the number of all matches. */
export async function searchPage(
  db: Queryable,
  { page: number, limit, ...criteria }: PortfolioCriteria,
): Promise<FoundPage> {
  const values = [...valuesOf(criteria), limit, (number - 1) * limit]
  // Unnamed, so that each call is planned for its lender, and without the joins that its criteria do not need.
  const { rows } = await db.query<FoundPage>({ text: page, values })
  return rows[0] as FoundPage
}

/** Returns the ids of all matches in order, as 16 bytes each. */
export async function searchAll(db: Queryable, criteria: SearchCriteria): Promise<Buffer> {
  const { rows } = await db.query<{ ids: Buffer }>({ text: all, values: valuesOf(criteria) })
  return (rows[0] as { ids: Buffer }).ids
}

const valuesOf = ({ lenderId, name, loanNumber, status, sort }: SearchCriteria): unknown[] => [
  lenderId,
  name,
  loanNumber,
  status,
  sort,
]
