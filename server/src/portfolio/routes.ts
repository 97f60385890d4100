import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { listInstallments } from '../servicing/index.ts'
import { listPortfolio } from './list.ts'
import { listBorrowerLoans, listBorrowers } from './list-borrowers.ts'

type Operations = 'listPortfolio' | 'listInstallments' | 'listBorrowers' | 'listBorrowerLoans'

export const portfolioRoutes = (context: Context): Routes<Operations> => ({
  listPortfolio: ({ lender, query }) => listPortfolio(context, lender.lenderId, query),
  listInstallments: ({ lender, query }) =>
    listInstallments(context.db, lender.lenderId, query.propertyLenderId, query),
  listBorrowers: ({ lender, query }) => listBorrowers(context.db, lender.lenderId, query),
  listBorrowerLoans: ({ lender, query }) =>
    listBorrowerLoans(context.db, lender.lenderId, query.borrowerId, query),
})
