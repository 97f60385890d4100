import type { DocumentContext } from '../context.ts'
import { type AuditEntry, type Origin, recordAudit } from '../../platform/audit/audit.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { BinaryAnswer } from '../../platform/http/requests.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findFactsheet } from './factsheet-store.ts'
import { findTransferAddendum } from './transfer-addenda.ts'
import { findVoteDocument } from './vote-documents.ts'
import { type DocumentRow, findDocument, noteMandateOpened, noteOpened } from './store.ts'

/** Media types by file extension. The client treats .pdf as a PDF and the others as images. */
const mediaTypes = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg' } as const
type Ending = keyof typeof mediaTypes

/** The path that identifies a document in the API; it is never fetched as a URL. */
export const documentPath = (id: string): string => `/documents/${id}.pdf`

const path = /^\/documents\/([\w-]{22})\.(pdf|png|jpg)$/

/**
 * The bytes of a document that belongs to this lender, of the factsheet of a published loan, of a vote in which this
 * lender has a right, or of a transfer from or to them; anything else gets the same refusal. Each download is recorded: the operator must be able to show that an agreement was read (POJK 40/2024),
 * and funding requires it. What a program of theirs downloads with a key was not opened by a person.
 */
export async function downloadDocument(
  context: DocumentContext,
  lenderId: number,
  url: string,
  origin: Origin,
  { withKey }: { withKey?: string } = {},
): Promise<BinaryAnswer> {
  const [, id, ending] = path.exec(url) ?? []
  const document = id ? await findReadable(context, lenderId, id) : undefined
  if (!document || document.mediaType !== mediaTypes[ending as Ending]) throw new Refusal('NOT_FOUND')
  const entry: AuditEntry = {
    id: context.random.uuid(),
    actor: { kind: 'lender', lenderId },
    operation: 'downloadDocument',
    subject: `document:${document.id}`,
    outcome: 'done',
    ...origin,
    detail: { ...document.detail, ...(withKey === undefined ? {} : { key: withKey }) },
  }
  await inTransaction(context.db, { repeatable: true }, async (tx) => {
    await recordAudit(tx, entry)
    if (withKey !== undefined) return
    const { kind, agreement: agreementId, mandate: mandateId } = document.detail
    if (agreementId && (kind === 'PP' || kind === 'PPFP'))
      await noteOpened(tx, [{ agreementId, kind, lenderId }])
    if (mandateId && kind === 'MANDATE') await noteMandateOpened(tx, mandateId)
  })
  return {
    bytes: document.bytes,
    mediaType: document.mediaType,
    fileName: `${document.detail.kind}-${document.id}.${ending}`,
  }
}

type Readable = {
  id: string
  bytes: Buffer
  mediaType: string
  detail: { kind: string; agreement?: string; mandate?: string; loan?: number; vote?: string }
}

const subjectOf = ({ agreementId, mandateId }: DocumentRow): { agreement?: string; mandate?: string } => ({
  ...(agreementId ? { agreement: agreementId } : {}),
  ...(mandateId ? { mandate: mandateId } : {}),
})

/** The lender's own document, the factsheet of a loan that lenders may see, or one of a vote or a transfer. */
async function findReadable(
  context: DocumentContext,
  lenderId: number,
  id: string,
): Promise<Readable | undefined> {
  const own = await findDocument(context, lenderId, id)
  if (own) return { ...own, detail: { kind: own.kind, ...subjectOf(own) } }
  const sheet = await findFactsheet(context, lenderId, id)
  if (sheet)
    return { ...sheet, mediaType: 'application/pdf', detail: { kind: 'FACTSHEET', loan: sheet.loanId } }
  const paper = await findVoteDocument(context, lenderId, id)
  if (paper) {
    const { bytes, kind, voteId: vote } = paper
    return { id, bytes, mediaType: 'application/pdf', detail: { kind: `VOTE_${kind}`, vote } }
  }
  const bytes = await findTransferAddendum(context, lenderId, id)
  return bytes && { id, bytes, mediaType: 'application/pdf', detail: { kind: 'TRANSFER_ADDENDUM' } }
}
