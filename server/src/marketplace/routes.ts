import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { listLoanTypes, listMarketplace } from './list.ts'

export const marketplaceRoutes = (context: Context): Routes<'listMarketplace' | 'listLoanTypes'> => ({
  listMarketplace: ({ query }) => listMarketplace(context, query),
  listLoanTypes: () => listLoanTypes(context),
})
