import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { listTransactions } from './list.ts'

export const transactionRoutes = (context: Context): Routes<'listTransactions'> => ({
  listTransactions: ({ lender, query }) => listTransactions(context, lender.lenderId, query),
})
