import type { Context } from '../../context.ts'
import { readLate } from '../../platform/http/read-late.ts'
import type { PartnerRoutes } from '../../platform/http/routes.ts'
import { showCash } from './cash.ts'
import { pageOfEvents } from './list-events.ts'

type Calls = 'getCash' | 'listEvents'

export const partnerRoutes = (context: Context): PartnerRoutes<Calls> => ({
  listEvents: ({ lender, query }) => pageOfEvents(context, lender.lenderId, query),
  getCash: ({ lender }) => readLate(context, lender, (at) => showCash(at, lender.lenderId)),
})
