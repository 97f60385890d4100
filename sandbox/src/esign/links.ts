import { change } from './documents.ts'
import type { DocumentRecord, DocumentStatus, SessionRecord } from './model.ts'
import { openPdf } from './pdf/inspect.ts'
import { checkPlace } from './pdf/sign-pdf.ts'
import type { Provider } from './provider.ts'
import { Refusal } from '../platform/refusal.ts'
import { lookUpSession, openSession } from './sessions.ts'

/** The parameters in the URL of a signing page; null keeps the existing value. */
export type AskedByLink = {
  page: number | null
  /** Lower left corner of the stamp, in points. */
  x: number | null
  y: number | null
  fixed: boolean | null
  /** The PrivyID of the requested signer; empty for the signer of the document. */
  privyId: string
}

/** `missingPage` is the requested page if the document does not have it; the document's own page is used then. */
export type OpenedLink =
  | { kind: 'open'; token: string; record: DocumentRecord; session: SessionRecord; missingPage?: number }
  | { kind: 'closed'; because: DocumentStatus | 'unknown' | 'expired' | 'other-signer' | 'no-place' }

/** The default position of a signature. */
const usual = { x: 130, y: 468, fixed: false } as const

/**
 * Opens a signing page by the token that the app knows: that of a session its server opened, or of the document itself.
 * The signature position in the URL is stored with the session and used for signing.
 */
export async function openLink(provider: Provider, token: string, asked: AskedByLink): Promise<OpenedLink> {
  const state = lookUpSession(provider, token)
  const record = state.kind === 'unknown' ? provider.store.find(token) : state.record
  if (record === null) return { kind: 'closed', because: 'unknown' }
  if (record.status !== 'pending') return { kind: 'closed', because: record.status }
  if (asked.privyId !== '' && asked.privyId !== record.signer.id)
    return { kind: 'closed', because: 'other-signer' }
  if (state.kind === 'expired') return { kind: 'closed', because: 'expired' }
  const missing = missingPage(record, asked)
  const place = 'missingPage' in missing ? { ...asked, page: null } : asked
  try {
    const opened =
      state.kind === 'open'
        ? await openAgain(provider, { token, record, session: state.session }, place)
        : await openDocument(provider, record, place)
    return opened.kind === 'open' ? { ...opened, ...missing } : opened
  } catch (error) {
    if (error instanceof Refusal && error.code.endsWith('_OUT_OF_RANGE'))
      return { kind: 'closed', because: 'no-place' }
    throw error
  }
}

/** The requested page, if the document has fewer pages. */
function missingPage({ files }: DocumentRecord, { page }: AskedByLink): { missingPage?: number } {
  return page !== null && page > (files[0]?.pageCount ?? 1) ? { missingPage: page } : {}
}

async function openDocument(
  provider: Provider,
  { docToken, signer, files }: DocumentRecord,
  asked: AskedByLink,
): Promise<OpenedLink> {
  const place = {
    page: asked.page ?? files[0]?.page ?? 1,
    x: asked.x ?? usual.x,
    y: asked.y ?? usual.y,
    fixed: asked.fixed ?? usual.fixed,
  }
  const { token } = await openSession(provider, { docToken, signerId: signer.id, ...place })
  const state = lookUpSession(provider, token)
  return state.kind === 'open' ? { ...state, token } : { kind: 'closed', because: 'unknown' }
}

async function openAgain(
  provider: Provider,
  { token, record, session }: { token: string; record: DocumentRecord; session: SessionRecord },
  asked: AskedByLink,
): Promise<OpenedLink> {
  const moved: SessionRecord = {
    ...session,
    page: asked.page ?? session.page,
    x: asked.x ?? session.x,
    y: asked.y ?? session.y,
    fixed: asked.fixed ?? session.fixed,
  }
  for (const [index, file] of record.files.entries()) {
    const place = { page: index === 0 ? moved.page : file.page, x: moved.x, y: moved.y }
    checkPlace(await openPdf(await provider.store.readFile(record.docToken, 'source', index)), place)
  }
  await change(provider, record.docToken, (now) => ({
    ...now,
    sessions: now.sessions.map((one) => (one.tokenHash === moved.tokenHash ? moved : one)),
  }))
  return { kind: 'open', token, record, session: moved }
}
