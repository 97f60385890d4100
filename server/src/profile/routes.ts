import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { getSummary } from './summary.ts'

export const profileRoutes = (context: Context): Routes<'getSummary'> => ({
  getSummary: ({ lender }) => getSummary(context, lender.lenderId),
})
