import { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { auditDownload, type Origin } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import { required } from '../../platform/refusal.ts'
import { hashOfTicket } from './request.ts'
import { type ArchiveRow, findByTicket, findPart } from './store.ts'

/**
 * Streams the ZIP that a download token (ticket) belongs to, part by part. Each download is recorded in the audit trail
 * for the ticket's lender.
 * @throws Refusal NOT_FOUND
 */
export async function downloadArchive(
  context: Pick<Context, 'db' | 'random'>,
  ticket: string,
  origin: Origin,
): Promise<BinaryAnswer> {
  const archive = required(await findByTicket(context.db, hashOfTicket(ticket)), 'NOT_FOUND')
  await auditDownload(
    context,
    archive.lenderId,
    {
      operation: 'downloadDocumentArchive',
      subject: `archive:${archive.id}`,
      detail: { year: archive.year },
    },
    origin,
  )
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
