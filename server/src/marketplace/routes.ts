import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { listBulkLoanNumbers, listBulkLoans, listBulkProducts } from './bulk.ts'
import { listLoanTypes, listMarketplace } from './list.ts'

type Operations =
  | 'listMarketplace'
  | 'listLoanTypes'
  | 'listBulkProducts'
  | 'listBulkLoans'
  | 'listBulkLoanNumbers'

export const marketplaceRoutes = (context: Context): Routes<Operations> => ({
  listMarketplace: ({ query }) => listMarketplace(context, query),
  listLoanTypes: () => listLoanTypes(context),
  listBulkProducts: ({ lender, query }) => listBulkProducts(context, lender.lenderId, query),
  listBulkLoans: ({ lender, query }) => listBulkLoans(context, lender.lenderId, query),
  listBulkLoanNumbers: ({ lender, query }) => listBulkLoanNumbers(context, lender.lenderId, query),
})
