import { rateLimited } from '../auth/index.ts'
import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { portfolioReport } from './report.ts'

export const portfolioReportRoutes = (context: Context): Routes<'exportPortfolioReport'> => ({
  exportPortfolioReport: rateLimited(context, 'DOWNLOAD', ({ lender, query }) =>
    portfolioReport(context, lender.lenderId, query),
  ),
})
