import type { Pagination } from '@pematang/contract/fields'
import type { BorrowerItem, BorrowerLoanItem } from '@pematang/contract/reports/borrowers/endpoints'
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

async function findBorrowers(
  db: Queryable,
  lenderId: number,
  query: { name?: string | undefined; page: number; limit: number },
): Promise<Found> {
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
 * The borrowers of a lender by name, with sums of principal in whole rupiah. The active amounts of all of them add up
 * to the outstanding balance at the top of the dashboard.
 */
export async function listBorrowers(
  db: Queryable,
  lenderId: number,
  query: { name?: string | undefined; page: number; limit: number },
): Promise<{ list: BorrowerItem[]; pagination: Pagination }> {
  const { total, ids } = await findBorrowers(db, lenderId, query)
  const list = await many<BorrowerItem>(
    db,
    'reports.portfolio.borrowers_page',
    `select b.id as "borrowerId", b.name as "borrowerName",
            sum(s.principal_due)::bigint as "activeLoanAmount",
            sum(f.amount - coalesce(due.principal_due, f.amount))::bigint as "paidAmount",
            sum(f.amount)::bigint as "totalLoanAmount"
       from unnest($2::bigint[]) with ordinality as asked (id, place)
       join borrower b on b.id = asked.id
       join portfolio_row r on r.lender_id = $1 and r.borrower_id = asked.id
       join funding f on f.lender_id = r.lender_id and f.id = r.funding_id and f.state = 'SETTLED'
       join portfolio_standing s on s.lender_id = r.lender_id and s.funding_id = r.funding_id
       left join funding_balance due on due.lender_id = f.lender_id and due.funding_id = f.id
      group by b.id, b.name, asked.place order by asked.place`,
    [lenderId, ids],
  )
  return { list, pagination: paginate(total, query) }
}

/** SQL for the settled fundings of a lender to one borrower. $1 lender, $2 borrower. */
const lentToOne = `
  from portfolio_row r join funding f on f.lender_id = r.lender_id and f.id = r.funding_id
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
