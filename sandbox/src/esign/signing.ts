import { createHash } from 'node:crypto'
import { change } from './documents.ts'
import type { DocumentRecord, EventRecord } from './model.ts'
import { signPdf } from './pdf/sign-pdf.ts'
import type { Provider } from './provider.ts'
import { Refusal } from '../platform/refusal.ts'
import { eventsOfSignature, newEvent, PIN_FAILS } from './sentinels.ts'
import { requireSession } from './sessions.ts'

/** What the signer enters: the PIN and, if they moved the stamp, its position. */
export type Signing = { pin: string; x?: number; y?: number }

/**
 * Signs every PDF of the session's document in one action: all or none, and only once for concurrent windows. Refuses
 * with 422 PIN_FORMAT, PLACE_FIXED or COORDINATES_OUT_OF_RANGE, 502 SIGNING_FAILED and the refusals of requireSession.
 */
export async function signDocument(
  provider: Provider,
  token: string,
  { pin, ...moved }: Signing,
): Promise<{ docToken: string; status: 'signed'; signedAt: string }> {
  if (!/^[0-9]{6}$/.test(pin)) throw new Refusal(422, 'PIN_FORMAT', 'PIN terdiri dari enam angka.')
  const { docToken } = requireSession(provider, token).record
  let signedAt = ''
  const after = await change(provider, docToken, async () => {
    // Checked again under the lock: another window may have signed in the meantime.
    const { record, session } = requireSession(provider, token)
    if (session.fixed && moved.x !== undefined) {
      throw new Refusal(422, 'PLACE_FIXED', 'Letak tanda tangan sudah ditetapkan dan tidak dapat dipindah.')
    }
    if (pin === PIN_FAILS) {
      throw new Refusal(
        502,
        'SIGNING_FAILED',
        'Penandatanganan gagal. Dokumen belum ditandatangani; coba lagi.',
      )
    }
    const at = provider.now()
    signedAt = at.toISOString()
    const identity = await provider.pki.signerFor(record.signer)
    const signed = await Promise.all(
      record.files.map(async (file, index) => {
        const bytes = await signPdf({
          bytes: await provider.store.readFile(docToken, 'source', index),
          page: index === 0 ? session.page : file.page,
          x: moved.x ?? session.x,
          y: moved.y ?? session.y,
          signerName: record.signer.name,
          identity,
          at,
        })
        return { file, bytes }
      }),
    )
    for (const [index, { bytes }] of signed.entries()) {
      await provider.store.writeFile(docToken, 'signed', index, bytes)
    }
    return {
      ...record,
      status: 'signed',
      endedAt: signedAt,
      files: signed.map(({ file, bytes }) => ({
        ...file,
        signed: { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length },
      })),
      events: [...record.events, ...eventsOfSignature(pin, at, record.events.length, provider.config.lateMs)],
    }
  })
  provider.courier.schedule(after)
  return { docToken, status: 'signed', signedAt }
}

/** The signer declines. The reason may be empty. Refuses like requireSession. */
export async function rejectDocument(
  provider: Provider,
  token: string,
  reason: string,
): Promise<{ docToken: string; status: 'rejected' }> {
  const record = await changeOpen(provider, token, (open, at) => ({
    ...withEvent(open, newEvent('rejected', at)),
    status: 'rejected',
    endedAt: at.toISOString(),
    rejectReason: reason === '' ? null : reason,
  }))
  return { docToken: record.docToken, status: 'rejected' }
}

/** Records that the signer looked at every page to the end, once per document. Refuses like requireSession. */
export async function reviewDocument(
  provider: Provider,
  token: string,
): Promise<{ docToken: string; reviewedAt: string }> {
  const record = await changeOpen(provider, token, (open, at) =>
    open.reviewedAt !== null
      ? open
      : { ...withEvent(open, newEvent('reviewed', at)), reviewedAt: at.toISOString() },
  )
  return { docToken: record.docToken, reviewedAt: record.reviewedAt as string }
}

async function changeOpen(
  provider: Provider,
  token: string,
  decide: (record: DocumentRecord, at: Date) => DocumentRecord,
): Promise<DocumentRecord> {
  const { docToken } = requireSession(provider, token).record
  const after = await change(provider, docToken, () =>
    decide(requireSession(provider, token).record, provider.now()),
  )
  provider.courier.schedule(after)
  return after
}

function withEvent(record: DocumentRecord, event: EventRecord): DocumentRecord {
  return { ...record, events: [...record.events, event] }
}
