import type { Context } from '../../context.ts'
import { readLate } from '../../platform/http/read-late.ts'
import type { PartnerRoutes } from '../../platform/http/routes.ts'
import { showCash } from './cash.ts'
import { pageOfAllEvents, pageOfEvents } from './list-events.ts'
import { download, listDocuments } from './documents.ts'
import { showOffers } from './offers.ts'
import { streamPositions } from './positions.ts'
import { showSchedule } from './schedule.ts'
import { showStatements } from './statements.ts'
import { listTransactions } from './transactions.ts'

type Calls =
  | 'getCash'
  | 'listEvents'
  | 'listAllEvents'
  | 'getPositions'
  | 'listSchedule'
  | 'listPartnerTransactions'
  | 'listPartnerStatements'
  | 'listOffers'
  | 'listPartnerDocuments'
  | 'downloadPartnerDocument'

export const partnerRoutes = (context: Context): PartnerRoutes<Calls> => ({
  listEvents: ({ lender, query }) => pageOfEvents(context, lender.lenderId, query),
  listAllEvents: ({ staff, query, requestId, source }) =>
    pageOfAllEvents(context, staff, query, { requestId, source }),
  getCash: ({ lender }) => readLate(context, lender, (at) => showCash(at, lender.lenderId)),
  getPositions: ({ lender, query, requestId, source }) =>
    streamPositions(context, lender, query.on, { requestId, source }),
  listSchedule: ({ lender, query }) =>
    readLate(context, lender, ({ db }) => showSchedule(db, lender.lenderId, query)),
  // From the primary: a page after a cursor may be newer than a replica.
  listPartnerTransactions: ({ lender, query }) => listTransactions(context.db, lender.lenderId, query),
  listPartnerStatements: ({ lender, query }) => showStatements(context.db, lender.lenderId, query.year),
  listOffers: ({ lender, query }) => showOffers(context, lender.lenderId, query),
  listPartnerDocuments: ({ lender, query }) => listDocuments(context.db, lender.lenderId, query.cursor),
  downloadPartnerDocument: ({ lender, query, requestId, source }) =>
    download(context, lender, query.name, { requestId, source }),
})
