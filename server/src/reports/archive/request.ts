import { createHash } from 'node:crypto'
import type { DocumentArchive } from '@pematang/contract/reports/archive/endpoints'
import { businessDateOf } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import { archiveQueue } from './queue.ts'
import { mutation } from '../../platform/commands/command.ts'
import { one } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import { archiveJob } from './job-kind.ts'
import { type ArchiveRow, findUnderWay, insertArchive, lockRequests, setTicket } from './store.ts'

type Ticket = { id: string; sha256: Buffer; session: Buffer }

/**
 * Requests an archive of a year's documents. If one of that year is in progress, it is returned instead.
 * @throws Refusal ARCHIVE_YEAR, ARCHIVE_UNDER_WAY
 */
export const requestArchive = mutation<Context, { year: string }, DocumentArchive>({
  operation: 'requestDocumentArchive',
  permit: ['lender'],
  async run(tx, input, { context, actor: { lenderId } }) {
    const year = Number(input.year)
    const { now } = await one<{ now: Date }>(tx, 'reports.archive.now', 'select app_now() as now', [])
    if (year > Number(businessDateOf(now).slice(0, 4))) throw new Refusal('ARCHIVE_YEAR')
    await lockRequests(tx, lenderId)
    const underWay = await findUnderWay(tx, lenderId)
    if (underWay && underWay.year !== year) throw new Refusal('ARCHIVE_UNDER_WAY')
    const archive = underWay ?? (await insertArchive(tx, { id: context.random.uuid(), lenderId, year }))
    if (!underWay) {
      const job = { id: context.random.uuid(), kind: archiveJob, queue: archiveQueue }
      await enqueue(tx, [{ ...job, payload: { archiveId: archive.id } }])
    }
    return { answer: toArchive(archive), subject: `archive:${archive.id}`, detail: { year } }
  },
})

/**
 * Stores the hash of a one-time token (ticket) with which the browser downloads a ready archive of this lender; it
 * replaces the previous one. Recorded in the audit trail, without the ticket.
 * @throws Refusal NOT_FOUND
 */
export const openArchive = mutation<Context, Ticket, null>({
  operation: 'openDocumentArchive',
  permit: ['lender'],
  async run(tx, ticket, { actor: { lenderId } }) {
    if (!(await setTicket(tx, lenderId, ticket))) throw new Refusal('NOT_FOUND')
    return { answer: null, subject: `archive:${ticket.id}` }
  },
})

export const hashOfTicket = (ticket: string): Buffer =>
  createHash('sha256').update(`archive ${ticket}`).digest()

export const toArchive = ({
  id,
  year,
  state,
  done,
  total,
  bytes,
  createdAt,
  expiresAt,
}: ArchiveRow): DocumentArchive => ({
  id,
  year,
  state,
  done,
  total,
  bytes,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
})
