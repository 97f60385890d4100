import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { listInstallments } from '../servicing/index.ts'
import { listPortfolio } from './list.ts'

export const portfolioRoutes = (context: Context): Routes<'listPortfolio' | 'listInstallments'> => ({
  listPortfolio: ({ lender, query }) => listPortfolio(context, lender.lenderId, query),
  listInstallments: ({ lender, query }) =>
    listInstallments(context.db, lender.lenderId, query.propertyLenderId, query),
})
