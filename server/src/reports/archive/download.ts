import { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { confirmSessions } from '../../lenders/index.ts'
import { type Origin, recordAudit } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { hashOfTicket } from './request.ts'
import { type ArchiveRow, findPart, takeTicket } from './store.ts'

/**
 * Streams the ZIP that a download token (ticket) belongs to, part by part. A ticket is good once, and only while the
 * session that asked for it is live and under the same token: a logout, a lock and a new password end it. Each download
 * is recorded in the audit trail for the ticket's lender.
 * @throws Refusal NOT_FOUND
 */
export async function downloadArchive(
  context: Pick<Context, 'db' | 'random' | 'config'>,
  ticket: string,
  origin: Origin,
): Promise<BinaryAnswer> {
  const auditId = context.random.uuid()
  const archive = await inTransaction(context.db, { repeatable: false }, async (tx) => {
    const { session, member, ...found } = required(await takeTicket(tx, hashOfTicket(ticket)), 'NOT_FOUND')
    const { lenderId } = found
    const [isLive] = await confirmSessions(tx, context.config, [
      { kind: 'lender', lenderId, session, ...(member !== null && { member }) },
    ])
    if (!isLive) throw new Refusal('NOT_FOUND')
    await recordAudit(tx, {
      id: auditId,
      actor: { kind: 'lender', lenderId, ...(member !== null && { member }) },
      operation: 'downloadDocumentArchive',
      subject: `archive:${found.id}`,
      outcome: 'done',
      detail: { year: found.year },
      ...origin,
    })
    return found
  })
  return {
    bytes: Readable.from(partsOf(context.db, archive), { objectMode: false, highWaterMark: 1024 * 1024 }),
    mediaType: 'application/zip',
    fileName: `Dokumen ${archive.year}.zip`,
    length: archive.bytes,
  }
}

async function* partsOf(db: Queryable, archive: ArchiveRow): AsyncGenerator<Buffer> {
  let sent = 0
  for (let no = 1; sent < archive.bytes; no += 1) {
    const part = await findPart(db, archive, no)
    // The archive expired during the download: the connection is closed, so that the browser does not treat the partial
    // file as complete.
    if (!part) throw new Error(`archive ${archive.id} lacks part ${no}`)
    sent += part.bytes.length
    yield part.bytes
  }
}
