import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DocumentRecord, DocumentStatus, EventRecord } from '../esign/model.ts'

/** Privy's names for the states of a document. */
const statusNames: Record<DocumentStatus, string> = {
  pending: 'In Progress',
  signed: 'Completed',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
}

/** How long the URL of a signed file is valid, milliseconds. */
const DOWNLOAD_MS = 60 * 60_000

type Origin = {
  publicUrl: string
  /** Base URL of signed files. */
  filesUrl: string
  secret: string
  now: Date
}

/** Privy's representation of a document, in the answer to a status request and in callbacks. */
export function documentView(record: DocumentRecord, origin: Origin): Record<string, unknown> {
  const { docToken, privy, signer, status, endedAt } = record
  const expiry = new Date(origin.now.getTime() + DOWNLOAD_MS)
  return {
    docToken,
    title: privy?.title ?? '',
    documentStatus: statusNames[status],
    urlDocument: `${origin.publicUrl}/doc/${docToken}`,
    recipients: [
      {
        type: 'Signer',
        privyId: signer.id,
        signatoryStatus: statusNames[status],
        signedAt: status === 'signed' ? endedAt : null,
      },
    ],
    download: {
      url: status === 'signed' ? downloadUrl(docToken, expiry, origin) : null,
      expiredAt: status === 'signed' ? expiry.toISOString() : null,
    },
  }
}

/** The body of a callback, which Privy does not sign. */
export const noticeOf = (record: DocumentRecord, { event }: EventRecord, origin: Origin): string =>
  JSON.stringify({
    eventName: `document-${event}`,
    data: documentView(record, origin),
    message: 'Document status changed',
  })

function downloadUrl(docToken: string, expiry: Date, { filesUrl, secret }: Origin): string {
  const until = String(expiry.getTime())
  const query = new URLSearchParams({ until, proof: proofOf(docToken, until, secret) })
  return `${filesUrl}/privy/files/${docToken}?${query.toString()}`
}

/** Whether the URL of a file was issued here and has not expired. */
export function mayDownload(
  docToken: string,
  { until = '', proof = '' }: { until?: string; proof?: string },
  { secret, now }: Pick<Origin, 'secret' | 'now'>,
): boolean {
  const expected = Buffer.from(proofOf(docToken, until, secret))
  const given = Buffer.from(proof)
  return (
    given.length === expected.length && timingSafeEqual(given, expected) && Number(until) >= now.getTime()
  )
}

const proofOf = (docToken: string, until: string, secret: string): string =>
  createHmac('sha256', secret).update(`${docToken} ${until}`).digest('hex')
