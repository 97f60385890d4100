import type { Context } from '../../context.ts'
import { readLate } from '../../platform/http/read-late.ts'
import type { PartnerRoutes } from '../../platform/http/routes.ts'
import { showCash } from './cash.ts'

type Calls = 'getCash'

export const partnerRoutes = (context: Context): PartnerRoutes<Calls> => ({
  getCash: ({ lender }) => readLate(context, lender, (at) => showCash(at, lender.lenderId)),
})
