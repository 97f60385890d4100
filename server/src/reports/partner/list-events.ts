import type { EndpointAnswer } from '@pematang/contract/endpoint'
import type { listEvents } from '@pematang/contract/partner/event-endpoints'
import type { Context } from '../../context.ts'
import { eventsAfter, formatPlace, numberAfter } from '../events/index.ts'

/**
 * A page of a lender's events. It is read from the primary: a replica may not have the event of a cursor yet.
 * @throws Refusal CURSOR_UNKNOWN, CURSOR_OUTDATED
 */
export async function pageOfEvents(
  { db }: Pick<Context, 'db'>,
  lenderId: number,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<EndpointAnswer<typeof listEvents>> {
  const after = await numberAfter(db, cursor, lenderId)
  const rows = await eventsAfter(db, { lenderId, after, limit })
  const last = rows.at(-1)
  return {
    list: rows.map(({ no: _no, lenderId: _lender, at, ...event }) => ({ ...event, at: at.toISOString() })),
    cursor: last ? formatPlace(last) : (cursor ?? null),
    hasMore: rows.length === limit,
  }
}
