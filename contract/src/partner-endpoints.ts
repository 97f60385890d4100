import type { PartnerEndpoint } from './endpoint.ts'
import { getCash } from './partner/endpoints.ts'
import { listEvents } from './partner/event-endpoints.ts'

/** The calls of lenders' own systems, with a key. They are apart from the dashboard's: their names and shapes stay. */
export const partnerEndpoints = {
  getCash,
  listEvents,
} as const satisfies Record<string, PartnerEndpoint>

export type PartnerEndpoints = typeof partnerEndpoints
