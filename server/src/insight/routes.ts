import { counted } from '../auth/index.ts'
import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { getInsight } from './insight.ts'
import { getRepaymentMonths } from './months.ts'
import { getReturn } from './own-return.ts'

type Operations = 'getInsight' | 'getReturn' | 'getRepaymentMonths'

export const insightRoutes = (context: Context): Routes<Operations> => ({
  getInsight: counted(context, 'INSIGHT', ({ lender }) => getInsight(context.db, lender.lenderId)),
  getReturn: counted(context, 'INSIGHT', ({ lender }) => getReturn(context.db, lender.lenderId)),
  getRepaymentMonths: counted(context, 'INSIGHT', ({ lender }) =>
    getRepaymentMonths(context.db, lender.lenderId),
  ),
})
