import { counted } from '../auth/index.ts'
import { bulkReport } from '../bulk-funding/index.ts'
import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { listTransactions } from './list.ts'

type Operations = 'listTransactions' | 'downloadTransactionReport'

export const transactionRoutes = (context: Context): Routes<Operations> => ({
  listTransactions: ({ lender, query }) => listTransactions(context, lender.lenderId, query),
  downloadTransactionReport: counted(context, 'DOWNLOAD', ({ lender, query }) =>
    bulkReport(context, lender.lenderId, query.bulkFundingNumber),
  ),
})
