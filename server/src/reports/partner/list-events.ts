import type { EndpointAnswer, EndpointQuery } from '@pematang/contract/endpoint'
import type { listAllEvents, listEvents } from '@pematang/contract/partner/event-endpoints'
import type { Context } from '../../context.ts'
import { auditAlone, type Origin } from '../../platform/audit/audit.ts'
import { eventsAfter, formatPlace, numberAfter } from '../events/index.ts'

type Page = EndpointQuery<typeof listEvents>

/**
 * A page of a lender's events. It is read from the primary: a replica may not have the event of a cursor yet.
 * @throws Refusal CURSOR_UNKNOWN, CURSOR_OUTDATED
 */
export async function pageOfEvents(
  { db }: Pick<Context, 'db'>,
  lenderId: number,
  page: Page,
): Promise<EndpointAnswer<typeof listEvents>> {
  const { list, ...place } = await pageOf(db, lenderId, page)
  return { list: list.map(({ lenderId: _lender, ...event }) => event), ...place }
}

/**
 * A page of the events of all lenders, read likewise. One with events stands in the audit trail: it is data of many people.
 * @throws Refusal CURSOR_UNKNOWN, CURSOR_OUTDATED
 */
export async function pageOfAllEvents(
  { db, random }: Pick<Context, 'db' | 'random'>,
  { keyId }: { keyId: string },
  page: Page,
  origin: Origin,
): Promise<EndpointAnswer<typeof listAllEvents>> {
  const answer = await pageOf(db, null, page)
  if (answer.list.length > 0)
    await auditAlone(db, {
      id: random.uuid(),
      actor: { kind: 'system' },
      operation: 'listAllEvents',
      subject: keyId,
      outcome: 'done',
      detail: { events: answer.list.length, first: answer.list[0]?.id, last: answer.list.at(-1)?.id },
      ...origin,
    })
  return answer
}

async function pageOf(db: Context['db'], lenderId: number | null, { cursor, limit }: Page) {
  const after = await numberAfter(db, cursor, lenderId)
  const rows = await eventsAfter(db, { lenderId, after, limit })
  const last = rows.at(-1)
  return {
    list: rows.map(({ no: _no, at, ...event }) => ({ ...event, at: at.toISOString() })),
    cursor: last ? formatPlace(last) : (cursor ?? null),
    hasMore: rows.length === limit,
  }
}
