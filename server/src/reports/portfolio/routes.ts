import type { Context } from '../../context.ts'
import { readLate } from '../../platform/http/read-late.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { listInstallments } from '../../loans/index.ts'
import { showCollection } from './collection.ts'
import { exportPortfolio } from './export.ts'
import { listPortfolio } from './list.ts'
import { listBorrowerLoans, listBorrowers } from './list-borrowers.ts'

type Operations =
  | 'listPortfolio'
  | 'exportPortfolio'
  | 'getCollection'
  | 'listInstallments'
  | 'listBorrowers'
  | 'listBorrowerLoans'

export const routes = (context: Context): Routes<Operations> => ({
  listPortfolio: ({ lender, query }) =>
    readLate(context, lender, (at) => listPortfolio(at, lender.lenderId, query)),
  exportPortfolio: ({ lender, query }) => exportPortfolio(context, lender.lenderId, query),
  getCollection: ({ lender, query }) => showCollection(context.db, lender.lenderId, query.propertyLenderId),
  listInstallments: ({ lender, query }) =>
    listInstallments(context.db, lender.lenderId, query.propertyLenderId, query),
  listBorrowers: ({ lender, query }) =>
    readLate(context, lender, ({ db }) => listBorrowers(db, lender.lenderId, query)),
  listBorrowerLoans: ({ lender, query }) =>
    readLate(context, lender, ({ db }) => listBorrowerLoans(db, lender.lenderId, query.borrowerId, query)),
})
