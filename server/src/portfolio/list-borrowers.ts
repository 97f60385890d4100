import type { Pagination } from '@pematang/contract/fields'
import type { BorrowerItem, BorrowerLoanItem } from '@pematang/contract/user-portfolio/endpoints'
import { many, one, type Queryable } from '../platform/db/database.ts'
import { containing, paginate } from '../platform/pagination.ts'
import { Refusal } from '../platform/refusal.ts'
import { statusIds, withStatus } from './loan-status.ts'

/** What a lender has lent, and to whom. $1 lender, $2 name. */
const lent = `
  from funding f join loan l on l.id = f.loan_id join borrower b on b.id = l.borrower_id
  where f.lender_id = $1 and f.state = 'SETTLED' and ($2::text is null or b.name ilike $2)`

/**
 * The borrowers to whom a lender has lent, by name, with sums of principal in whole rupiah. Over all of them the
 * active amounts add up to the outstanding balance of the dashboard's head.
 */
export async function listBorrowers(
  db: Queryable,
  lenderId: number,
  query: { name?: string | undefined; page: number; limit: number },
): Promise<{ list: BorrowerItem[]; pagination: Pagination }> {
  const filter = [lenderId, containing(query.name)]
  const { total } = await one<{ total: number }>(
    db,
    'borrowers.count',
    `select count(distinct b.id) as total ${lent}`,
    filter,
  )
  const list = await many<BorrowerItem>(
    db,
    'borrowers.page',
    `select f.borrower_id as "borrowerId", f.name as "borrowerName",
            sum(case when p.status = 'WRITTEN_OFF' then 0
                     else coalesce(due.principal_due, f.amount) end)::bigint as "activeLoanAmount",
            sum(f.amount - coalesce(due.principal_due, f.amount))::bigint as "paidAmount",
            sum(f.amount)::bigint as "totalLoanAmount"
       from (select b.id as borrower_id, b.name, f.loan_id, f.lender_id, f.id, f.amount ${lent}) f
       join loan_position p on p.loan_id = f.loan_id
       left join funding_balance due on due.lender_id = f.lender_id and due.funding_id = f.id
      group by f.borrower_id, f.name order by lower(f.name), f.borrower_id limit $3 offset $4`,
    [...filter, query.limit, (query.page - 1) * query.limit],
  )
  return { list, pagination: paginate(total, query) }
}

/** What a lender has lent to one borrower. $1 lender, $2 borrower. */
const lentTo = `
  from funding f join loan l on l.id = f.loan_id
  ${withStatus}
  where f.lender_id = $1 and f.state = 'SETTLED' and l.borrower_id = $2`

/**
 * The fundings of one borrower's loans, the newest first.
 * @param borrowerId as a lender's browser gives it
 * @throws Refusal NOT_FOUND where it is nobody to whom this lender has lent
 */
export async function listBorrowerLoans(
  db: Queryable,
  lenderId: number,
  borrowerId: string,
  query: { page: number; limit: number },
): Promise<{ detailList: BorrowerLoanItem[]; pagination: Pagination }> {
  const id = /^[1-9]\d{0,15}$/.test(borrowerId) ? Number(borrowerId) : 0
  if (id === 0 || !Number.isSafeInteger(id)) throw new Refusal('NOT_FOUND')
  const { total } = await one<{ total: number }>(
    db,
    'borrower_loans.count',
    `select count(*) as total ${lentTo}`,
    [lenderId, id],
  )
  if (total === 0) throw new Refusal('NOT_FOUND')
  type Row = Omit<BorrowerLoanItem, 'fundingDate' | 'loanStatus'> & { createdAt: Date }
  const rows = await many<Row>(
    db,
    'borrower_loans.page',
    `select f.id as "propertyLenderId", l.loan_number as "loanNumber", l.id as "loanId", f.created_at as "createdAt",
            f.amount as "loanAmount", s.status as "loanStatusName"
       ${lentTo} order by f.id desc limit $3 offset $4`,
    [lenderId, id, query.limit, (query.page - 1) * query.limit],
  )
  const detailList = rows.map(({ createdAt, ...row }) => ({
    ...row,
    fundingDate: createdAt.toISOString(),
    loanStatus: statusIds[row.loanStatusName],
  }))
  return { detailList, pagination: paginate(total, query) }
}
