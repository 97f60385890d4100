import type { LoanType, MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import type { Pagination } from '@pematang/contract/fields'
import type { Context } from '../../context.ts'
import { many } from '../../platform/db/database.ts'
import { paginate } from '../../platform/pagination.ts'
import { readCards } from './cards.ts'
import { findPage } from './find-page.ts'

export type MarketplaceQuery = {
  page: number
  limit: number
  tenor?: string | undefined
  /** The ids of loan types, separated by commas. */
  loanTypeId?: string | undefined
}

/** The loans that are open for funding, ordered by the end of their offer. */
export async function listMarketplace(
  context: Context,
  query: MarketplaceQuery,
): Promise<{ list: MarketplaceLoan[]; pagination: Pagination }> {
  const { total, loanIds } = await findPage(context.db, {
    tenor: query.tenor ? Number(query.tenor) : null,
    loanTypeIds: query.loanTypeId ? query.loanTypeId.split(',') : null,
    offset: (query.page - 1) * query.limit,
    limit: query.limit,
  })
  return { list: await readCards(context.db, loanIds), pagination: paginate(total, query) }
}

export async function listLoanTypes(context: Context): Promise<{ list: LoanType[] }> {
  const list = await many<LoanType>(
    context.db,
    'funding.marketplace.types',
    'select id as "loanTypeId", name, status from loan_type order by name',
  )
  return { list }
}
