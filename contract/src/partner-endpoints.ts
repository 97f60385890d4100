import type { PartnerEndpoint } from './endpoint.ts'
import { listEvents } from './partner/event-endpoints.ts'
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

/** The calls of lenders' own systems, with a key. They are apart from the dashboard's: their names and shapes stay. */
export const partnerEndpoints = {
  getCash,
  listEvents,
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
