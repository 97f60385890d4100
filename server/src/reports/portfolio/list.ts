import type { Pagination } from '@pematang/contract/fields'
import type {
  PortfolioFilterStatus,
  PortfolioItem,
  PortfolioSort,
} from '@pematang/contract/reports/portfolio/endpoints'
import type { Context } from '../../context.ts'
import { paginate } from '../../platform/pagination.ts'
import { wanted } from './criteria.ts'
import { findPage } from './find-page.ts'
import { findItems, toItem } from './items.ts'

export type PortfolioQuery = {
  name?: string | undefined
  loanNumber?: string | undefined
  loanStatus?: PortfolioFilterStatus | '' | undefined
  sort?: PortfolioSort | '' | undefined
  page: number
  limit: number
}

/**
 * A page of the fundings of a lender, newest first by default, including those that wait for a signature. The ids come
 * from the read model, the data from the original tables.
 */
export async function listPortfolio(
  context: Context,
  lenderId: number,
  query: PortfolioQuery,
): Promise<{ list: PortfolioItem[]; pagination: Pagination }> {
  const { total, ids } = await findPage(context.db, {
    lenderId,
    name: wanted(query.name),
    loanNumber: wanted(query.loanNumber),
    status: query.loanStatus || null,
    sort: query.sort || null,
    page: query.page,
    limit: query.limit,
  })
  const rows = ids.length > 0 ? await findItems(context.db, lenderId, ids) : []
  const pagination = paginate(total, query)
  return { list: rows.map((row) => toItem(row, query.page >= pagination.totalPage)), pagination }
}
