import type { Context } from '../../context.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { downloadPortfolioReport } from './report.ts'

export const routes = (context: Context): Routes<'exportPortfolioReport'> => ({
  exportPortfolioReport: ({ lender, query, member, requestId, source }) =>
    downloadPortfolioReport(context, lender.lenderId, query, { requestId, source, member }),
})
