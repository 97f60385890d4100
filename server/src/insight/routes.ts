import { rateLimited } from '../auth/index.ts'
import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { getOverview } from './overview.ts'
import { getConcentration } from './concentration.ts'
import { getFirstSteps } from './first-steps.ts'
import { getInsight } from './insight.ts'
import { getRepaymentMonths } from './months.ts'
import { getReturn } from './own-return.ts'

type Operations =
  | 'getOverview'
  | 'getFirstSteps'
  | 'getInsight'
  | 'getConcentration'
  | 'getReturn'
  | 'getRepaymentMonths'

export const insightRoutes = (context: Context): Routes<Operations> => ({
  getOverview: rateLimited(context, 'INSIGHT', ({ lender }) => getOverview(context.db, lender.lenderId)),
  getFirstSteps: rateLimited(context, 'INSIGHT', ({ lender }) => getFirstSteps(context.db, lender.lenderId)),
  getInsight: rateLimited(context, 'INSIGHT', ({ lender }) => getInsight(context.db, lender.lenderId)),
  getConcentration: rateLimited(context, 'INSIGHT', ({ lender, body }) =>
    getConcentration(context, lender.lenderId, body.loans),
  ),
  getReturn: rateLimited(context, 'INSIGHT', ({ lender }) => getReturn(context.db, lender.lenderId)),
  getRepaymentMonths: rateLimited(context, 'INSIGHT', ({ lender }) =>
    getRepaymentMonths(context.db, lender.lenderId),
  ),
})
