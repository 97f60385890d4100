import type { Context } from '../context.ts'
import { auditAlone } from '../platform/audit/audit.ts'
import type { BinaryAnswer } from '../platform/http/requests.ts'
import { Refusal } from '../platform/refusal.ts'
import { findFactsheet } from './factsheet-store.ts'
import { findDocument } from './store.ts'

/** What a document may be, by the ending of its address: the screen takes what has .pdf for a PDF, the rest for a picture. */
const mediaTypes = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg' } as const
type Ending = keyof typeof mediaTypes

/** The address under which the API names a document. It is a name, not a place: nothing is ever fetched from it. */
export const documentPath = (id: string): string => `/documents/${id}.pdf`

const path = /^\/documents\/([\w-]{22})\.(pdf|png|jpg)$/

/**
 * The bytes of a document that belongs to this lender, or of the factsheet of a published loan. Whatever else the address
 * says, and whoever else's document it names, is the same refusal. That it was opened is recorded: the operator must be
 * able to show that an agreement was read (POJK 40/2024).
 */
export async function downloadDocument(
  context: Context,
  lenderId: number,
  url: string,
  requestId: string,
): Promise<BinaryAnswer> {
  const [, id, ending] = path.exec(url) ?? []
  const document = id ? await findReadable(context, lenderId, id) : undefined
  if (!document || document.mediaType !== mediaTypes[ending as Ending]) throw new Refusal('NOT_FOUND')
  await auditAlone(context.db, {
    id: context.random.uuid(),
    actor: { kind: 'lender', lenderId },
    operation: 'downloadDocument',
    subject: `document:${document.id}`,
    outcome: 'done',
    requestId,
    detail: document.detail,
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
  detail: { kind: string; agreement?: string; loan?: number }
}

/** The lender's own document, or the factsheet of a loan that lenders may see. */
async function findReadable({ db }: Context, lenderId: number, id: string): Promise<Readable | undefined> {
  const own = await findDocument(db, lenderId, id)
  if (own) return { ...own, detail: { kind: own.kind, agreement: own.agreementId } }
  const sheet = await findFactsheet(db, lenderId, id)
  return (
    sheet && { ...sheet, mediaType: 'application/pdf', detail: { kind: 'FACTSHEET', loan: sheet.loanId } }
  )
}
