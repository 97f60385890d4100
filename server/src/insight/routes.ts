import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { getInsight } from './insight.ts'
import { getRepaymentMonths } from './months.ts'
import { getReturn } from './own-return.ts'

type Operations = 'getInsight' | 'getReturn' | 'getRepaymentMonths'

export const insightRoutes = ({ db }: Context): Routes<Operations> => ({
  getInsight: ({ lender }) => getInsight(db, lender.lenderId),
  getReturn: ({ lender }) => getReturn(db, lender.lenderId),
  getRepaymentMonths: ({ lender }) => getRepaymentMonths(db, lender.lenderId),
})
