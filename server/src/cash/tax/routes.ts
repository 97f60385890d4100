import type { Context } from '../../context.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { taxStatement, taxSummary } from './download.ts'
import { taxedInstallments } from './installments.ts'
import { lenderTax } from './lender-year.ts'

type Operations = 'getTax' | 'listTaxedInstallments' | 'downloadTaxStatement' | 'downloadTaxSummary'

export const routes = (context: Context): Routes<Operations> => ({
  getTax: ({ lender, query }) => lenderTax(context, lender.lenderId, query.year),
  listTaxedInstallments: ({ lender, query }) => taxedInstallments(context.db, lender.lenderId, query),
  downloadTaxStatement: ({ lender, query, member, requestId, source }) =>
    taxStatement(context, lender.lenderId, query, { requestId, source, member }),
  downloadTaxSummary: ({ lender, query, member, requestId, source }) =>
    taxSummary(context, lender.lenderId, query, { requestId, source, member }),
})
