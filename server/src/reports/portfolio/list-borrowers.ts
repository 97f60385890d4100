import type { Pagination } from '@pematang/contract/fields'
import type {
  BorrowerItem,
  BorrowerLoanItem,
  BorrowerSort,
} from '@pematang/contract/reports/borrowers/endpoints'
import { many, maybe, one, type Queryable } from '../../platform/db/database.ts'
import { inOrder, nearerEnd } from '../../platform/nearer-end.ts'
import { paginate } from '../../platform/pagination.ts'
import { Refusal } from '../../platform/refusal.ts'
import { wanted } from './criteria.ts'
import { fundedAt } from './funded-at.ts'
import { statusIds, withStatus } from './loan-status.ts'

/** How many borrowers are read first; if there are more, they are counted and read from the closer end of the list. */
const few = 500
const lentTo = `from portfolio_borrower
  where lender_id = $1 and lent > 0 and ($2::text is null or strpos(name, (select search_form($2))) > 0)`

type Found = { total: number; ids: number[] }

type Query = {
  name?: string | undefined
  /** Empty for the order of names. */
  sort?: BorrowerSort | '' | undefined
  page: number
  limit: number
}

/** SQL for the principal of a funding `f` that was written off and has not been recovered since. */
const writtenOff = 'case when s.phase = 5 then coalesce(due.principal_due, f.amount) else 0 end'
/** SQL for the days since the oldest unpaid installment of a running loan was due, below 0 before that. */
const daysLate = `case when s.phase in (2, 3) and isfinite(s.oldest_due) then business_day(app_now()) - s.oldest_due end`

/**
 * SQL for a page of the borrowers by one of their figures, the largest first: it reads all fundings of the lender. $1
 * lender, $2 name, $3 sort, $4 limit, $5 offset.
 */
const sorted = `
  with sums as materialized (
    select b.borrower_id as id, b.name,
           sum(case $3::text when 'ACTIVE' then s.principal_due when 'TOTAL' then f.amount when 'WRITTEN_OFF' then ${writtenOff} end) as figure,
           max(case $3::text when 'LATE' then greatest(${daysLate}, 0) end) as days
      from portfolio_borrower b
      join portfolio_standing s on s.lender_id = b.lender_id and s.borrower_id = b.borrower_id
      join holding f on f.lender_id = s.lender_id and f.id = s.funding_id and f.state = 'SETTLED'
      left join funding_balance due on due.lender_id = f.lender_id and due.funding_id = f.id
     where b.lender_id = $1 and b.lent > 0 and ($2::text is null or strpos(b.name, (select search_form($2))) > 0)
     group by b.borrower_id, b.name
  )
  select (select count(*) from sums) as total,
         array(select id from sums order by coalesce(figure, days, 0) desc, name, id limit $4 offset $5) as ids`

async function findBorrowers(db: Queryable, lenderId: number, query: Query): Promise<Found> {
  if (query.sort) {
    const { name, sort, page, limit } = query
    const values = [lenderId, wanted(name), sort, limit, (page - 1) * limit]
    const found = await one<{ total: number; ids: string[] }>(
      db,
      'reports.portfolio.sorted_borrowers',
      sorted,
      values,
    )
    return { total: found.total, ids: found.ids.map(Number) }
  }
  const filter = [lenderId, wanted(query.name)]
  const first = await many<{ id: number }>(
    db,
    'reports.portfolio.first_borrowers',
    `select borrower_id as id ${lentTo} order by name, borrower_id limit $3`,
    [...filter, few + 1],
  )
  if (first.length <= few) {
    const from = (query.page - 1) * query.limit
    return { total: first.length, ids: first.slice(from, from + query.limit).map(({ id }) => id) }
  }
  const { total } = await one<{ total: number }>(
    db,
    'reports.portfolio.count_borrowers',
    `select count(*) as total ${lentTo}`,
    filter,
  )
  const place = nearerEnd(total, query)
  const span = [...filter, place.take, place.skip]
  const rows = await (place.fromEnd
    ? many<{ id: number }>(
        db,
        'reports.portfolio.last_names',
        `select borrower_id as id ${lentTo} order by name desc, borrower_id desc limit $3 offset $4`,
        span,
      )
    : many<{ id: number }>(
        db,
        'reports.portfolio.first_names',
        `select borrower_id as id ${lentTo} order by name, borrower_id limit $3 offset $4`,
        span,
      ))
  return { total, ids: inOrder(rows, place).map(({ id }) => id) }
}

/**
 * The borrowers of a lender by name or by one of their figures, with sums of principal in whole rupiah. The active amounts of all of them add up
 * to the outstanding balance at the top of the dashboard.
 */
export async function listBorrowers(
  db: Queryable,
  lenderId: number,
  query: Query,
): Promise<{ list: BorrowerItem[]; pagination: Pagination }> {
  const { total, ids } = await findBorrowers(db, lenderId, query)
  const list = await many<BorrowerItem>(
    db,
    'reports.portfolio.borrowers_page',
    `select b.id as "borrowerId", b.name as "borrowerName",
            sum(s.principal_due)::bigint as "activeLoanAmount",
            sum(f.amount - coalesce(due.principal_due, f.amount))::bigint as "paidAmount",
            sum(f.amount)::bigint as "totalLoanAmount",
            sum(${writtenOff})::bigint as "writtenOffAmount",
            coalesce(max(greatest(${daysLate}, 0)), 0) as "daysLate"
       from unnest($2::bigint[]) with ordinality as asked (id, place)
       join borrower b on b.id = asked.id
       join portfolio_row r on r.lender_id = $1 and r.borrower_id = asked.id
       join holding f on f.lender_id = r.lender_id and f.id = r.funding_id and f.state = 'SETTLED'
       join portfolio_standing s on s.lender_id = r.lender_id and s.funding_id = r.funding_id
       left join funding_balance due on due.lender_id = f.lender_id and due.funding_id = f.id
      group by b.id, b.name, asked.place order by asked.place`,
    [lenderId, ids],
  )
  return { list, pagination: paginate(total, query) }
}

/** SQL for the settled fundings of a lender to one borrower. $1 lender, $2 borrower. */
const lentToOne = `
  from portfolio_row r join holding f on f.lender_id = r.lender_id and f.id = r.funding_id
  join loan l on l.id = f.loan_id
  ${withStatus}
  where r.lender_id = $1 and r.borrower_id = $2 and f.state = 'SETTLED'`

/**
 * The fundings of one borrower's loans, the newest first.
 * @param borrowerId unchecked input from the lender's browser
 * @throws Refusal NOT_FOUND where this lender has no funding of that borrower
 */
export async function listBorrowerLoans(
  db: Queryable,
  lenderId: number,
  borrowerId: string,
  query: { page: number; limit: number },
): Promise<{ detailList: BorrowerLoanItem[]; pagination: Pagination }> {
  const id = /^[1-9]\d{0,15}$/.test(borrowerId) ? Number(borrowerId) : 0
  if (id === 0 || !Number.isSafeInteger(id)) throw new Refusal('NOT_FOUND')
  const kept = await maybe<{ total: number }>(
    db,
    'reports.portfolio.count_borrower_loans',
    'select lent as total from portfolio_borrower where lender_id = $1 and borrower_id = $2 and lent > 0',
    [lenderId, id],
  )
  if (!kept) throw new Refusal('NOT_FOUND')
  type Row = Omit<BorrowerLoanItem, 'fundingDate' | 'loanStatus'> & { fundedAt: Date }
  const rows = await many<Row>(
    db,
    'reports.portfolio.borrower_loans_page',
    `select f.id as "propertyLenderId", l.loan_number as "loanNumber", l.id as "loanId", ${fundedAt} as "fundedAt",
            f.amount as "loanAmount", s.status as "loanStatusName"
       ${lentToOne} order by r.funding_id desc limit $3 offset $4`,
    [lenderId, id, query.limit, (query.page - 1) * query.limit],
  )
  const detailList = rows.map(({ fundedAt: at, ...row }) => ({
    ...row,
    fundingDate: at.toISOString(),
    loanStatus: statusIds[row.loanStatusName],
  }))
  return { detailList, pagination: paginate(kept.total, query) }
}
