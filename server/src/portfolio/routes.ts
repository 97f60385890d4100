import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { listPortfolio } from './list.ts'

export const portfolioRoutes = (context: Context): Routes<'listPortfolio'> => ({
  listPortfolio: ({ lender, query }) => listPortfolio(context, lender.lenderId, query),
})
