import { countDownload } from '../auth/index.ts'
import { bulkReport } from '../bulk-funding/index.ts'
import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { listTransactions } from './list.ts'

type Operations = 'listTransactions' | 'downloadTransactionReport'

export const transactionRoutes = (context: Context): Routes<Operations> => ({
  listTransactions: ({ lender, query }) => listTransactions(context, lender.lenderId, query),
  downloadTransactionReport: async ({ lender: { lenderId, tokenHash }, query, request }) => {
    await countDownload(context, { lenderId, session: tokenHash, ip: request.ip })
    return bulkReport(context, lenderId, query.bulkFundingNumber)
  },
})
