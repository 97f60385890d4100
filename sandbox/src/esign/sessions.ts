import { createHash, randomBytes } from 'node:crypto'
import { change, findDocument } from './documents.ts'
import type { DocumentRecord, SessionRecord } from './model.ts'
import { openPdf } from './pdf/inspect.ts'
import { checkPlace } from './pdf/sign-pdf.ts'
import type { Provider } from './provider.ts'
import { Refusal } from '../platform/refusal.ts'

const LIFE_MS = 15 * 60_000
/** Ended sessions are stored, so that their page can explain it, up to this number per document. */
const MOST_SESSIONS = 50

export type SessionBody = {
  docToken: string
  signerId: string
  page: number
  x: number
  y: number
  fixed?: boolean
}

/**
 * Opens a signing session of 15 minutes for the only signer of a document. Refuses with 404 DOCUMENT_UNKNOWN, 403
 * OTHER_SIGNER, 409 DOCUMENT_ENDED, 422 PAGE_OUT_OF_RANGE or COORDINATES_OUT_OF_RANGE.
 */
export async function openSession(
  provider: Provider,
  body: SessionBody,
): Promise<{ token: string; url: string; expiresAt: string }> {
  const known = findDocument(provider, body.docToken)
  if (known.signer.id !== body.signerId) {
    throw new Refusal(403, 'OTHER_SIGNER', 'The document is for another signer')
  }
  for (const [index, file] of known.files.entries()) {
    const place = { page: index === 0 ? body.page : file.page, x: body.x, y: body.y }
    checkPlace(await openPdf(await provider.store.readFile(known.docToken, 'source', index)), place)
  }
  const token = randomBytes(32).toString('base64url')
  const now = provider.now()
  const session: SessionRecord = {
    tokenHash: hashToken(token),
    signerId: body.signerId,
    page: body.page,
    x: body.x,
    y: body.y,
    fixed: body.fixed ?? false,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + LIFE_MS).toISOString(),
  }
  await change(provider, body.docToken, (record) => {
    if (record.status !== 'pending') {
      throw new Refusal(409, 'DOCUMENT_ENDED', `The document is already ${record.status}`)
    }
    return { ...record, sessions: [...record.sessions, session].slice(-MOST_SESSIONS) }
  })
  return { token, url: `${provider.publicUrl()}/esign/sign/${token}`, expiresAt: session.expiresAt }
}

/** The current state of a signing page's token. */
export type SessionState =
  | { kind: 'unknown' }
  | { kind: 'expired'; record: DocumentRecord }
  | { kind: 'ended'; record: DocumentRecord }
  | { kind: 'open'; record: DocumentRecord; session: SessionRecord }

export function lookUpSession(provider: Provider, token: string): SessionState {
  const tokenHash = hashToken(token)
  const record = provider.store.findBySession(tokenHash)
  const session = record?.sessions.find((candidate) => candidate.tokenHash === tokenHash)
  if (record === null || session === undefined) return { kind: 'unknown' }
  if (record.status !== 'pending') return { kind: 'ended', record }
  if (Date.parse(session.expiresAt) <= provider.now().getTime()) return { kind: 'expired', record }
  return { kind: 'open', record, session }
}

/**
 * The open session of a token. Throws Refusal 404 SESSION_UNKNOWN, 410 SESSION_EXPIRED, 409 ALREADY_SIGNED, or 410
 * SESSION_ENDED; the signing page shows their sentences.
 */
export function requireSession(
  provider: Provider,
  token: string,
): { record: DocumentRecord; session: SessionRecord } {
  const state = lookUpSession(provider, token)
  switch (state.kind) {
    case 'open':
      return state
    case 'unknown':
      throw new Refusal(404, 'SESSION_UNKNOWN', 'Tautan tanda tangan ini tidak dikenal.')
    case 'expired':
      throw new Refusal(410, 'SESSION_EXPIRED', 'Waktu untuk menandatangani sudah habis.')
    case 'ended':
      if (state.record.status === 'signed') {
        throw new Refusal(409, 'ALREADY_SIGNED', 'Dokumen ini sudah ditandatangani.')
      }
      throw new Refusal(410, 'SESSION_ENDED', 'Dokumen ini sudah ditutup dan tidak dapat ditandatangani.')
  }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
