import { bulkReport } from '../../funding/index.ts'
import type { Context } from '../../context.ts'
import { readLate } from '../../platform/http/read-late.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { exportTransactions } from './export.ts'
import { listTransactions } from './list.ts'
import { showTransaction } from './transaction-facts.ts'

type Operations = 'listTransactions' | 'getTransaction' | 'exportTransactions' | 'downloadTransactionReport'

export const routes = (context: Context): Routes<Operations> => ({
  listTransactions: ({ lender, query }) =>
    readLate(context, lender, (at) => listTransactions(at, lender.lenderId, query)),
  getTransaction: ({ lender, query }) => showTransaction(context.db, lender.lenderId, query),
  exportTransactions: ({ lender, query }) => exportTransactions(context, lender.lenderId, query),
  downloadTransactionReport: ({ lender, query }) =>
    bulkReport(context, lender.lenderId, query.bulkFundingNumber),
})
