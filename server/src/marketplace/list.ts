import type { LoanType, MarketplaceLoan } from '@pematang/contract/marketplace/endpoints'
import type { Pagination } from '@pematang/contract/fields'
import type { Context } from '../context.ts'
import { many, one } from '../platform/db/database.ts'
import { paginate } from '../platform/pagination.ts'
import { isOpen, joinLoan, loanColumns, type LoanCard, toMarketplaceLoan } from './loan-card.ts'

export type MarketplaceQuery = {
  page: number
  limit: number
  tenor?: string | undefined
  /** Loan types joined by commas. */
  loanTypeId?: string | undefined
}

/** Open, offered alone, and what the filter asks for. */
const open = `${isOpen} and p.alone
  and ($1::int is null or p.tenor = $1) and ($2::bigint[] is null or p.loan_type_id = any($2))`

/** The loans that are open for funding, the offer that ends first on top. */
export async function listMarketplace(
  context: Context,
  query: MarketplaceQuery,
): Promise<{ list: MarketplaceLoan[]; pagination: Pagination }> {
  const filter = [
    query.tenor ? Number(query.tenor) : null,
    query.loanTypeId ? query.loanTypeId.split(',') : null,
  ]
  const { total } = await one<{ total: number }>(
    context.db,
    'marketplace.count',
    `select count(*) as total from loan_position p where ${open}`,
    filter,
  )
  const rows = await many<LoanCard>(
    context.db,
    'marketplace.page',
    `with page as (
       select loan_id from loan_position p where ${open} order by p.offer_until, p.loan_id limit $3 offset $4
     )
     select ${loanColumns} from page ${joinLoan}
      order by p.offer_until, p.loan_id`,
    [...filter, query.limit, (query.page - 1) * query.limit],
  )
  return { list: rows.map(toMarketplaceLoan), pagination: paginate(total, query) }
}

/** The loan products, by name. */
export async function listLoanTypes(context: Context): Promise<{ list: LoanType[] }> {
  const list = await many<LoanType>(
    context.db,
    'marketplace.types',
    'select id as "loanTypeId", name, status from loan_type order by name',
  )
  return { list }
}
