import type { PartnerEndpoint } from './endpoint.ts'
import { listAllEvents, listEvents } from './partner/event-endpoints.ts'
import { getPartnerProposal, listPartnerProposals, proposeByKey } from './partner/proposal-endpoints.ts'
import {
  downloadPartnerDocument,
  getCash,
  getPositions,
  listPartnerTransactions,
  listOffers,
  listPartnerDocuments,
  listPartnerStatements,
  listSchedule,
} from './partner/endpoints.ts'

/** The calls with a key, of lenders' own systems and of the platform's. They are apart from the dashboard's: their names and shapes stay. */
export const partnerEndpoints = {
  getCash,
  listEvents,
  listAllEvents,
  getPositions,
  listSchedule,
  listPartnerTransactions,
  listOffers,
  listPartnerDocuments,
  listPartnerStatements,
  downloadPartnerDocument,
  proposeByKey,
  listPartnerProposals,
  getPartnerProposal,
} as const satisfies Record<string, PartnerEndpoint>

export type PartnerEndpoints = typeof partnerEndpoints
