import type { DocumentContext } from '../context.ts'
import { TimestampUnavailable } from '../../outside/tsa/port.ts'
import type { JobResult } from '../../platform/jobs/worker.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { CertificateFault } from '../signature/certificate.ts'
import { SignatureFault } from '../signature/signed-data.ts'
import { readAnchors } from '../signature/trust.ts'
import {
  findRequested,
  recordFailure,
  insertTimestamp,
  type Revision,
  type TimestampReason,
} from './store.ts'
import { readTimestamp, type Timestamp, TimestampRefused, timestampRequest } from './token.ts'

/** The space first reserved for a token, in bytes; most tokens need half of it. */
const usualRoom = 8_192
/** Seconds between attempts; the pause doubles from the first to the longest. */
const pause = { first: 30, longest: 3_600 }

/**
 * Appends a time stamp to a final document (PAdES B-T). It runs in a job of its own, which retries until the authority
 * answers; the reason of a failure is stored for the operator.
 */
export async function stampDocument(context: DocumentContext, documentId: string): Promise<JobResult> {
  const requested = await findRequested(context.db, documentId)
  if (!requested) return undefined
  try {
    const revision = {
      documentId,
      ...(await askForRevision(context, await context.contents.read(requested))),
    }
    await perform(context, keepRevision, { actor: { kind: 'system' }, input: revision })
    return undefined
  } catch (error) {
    const reason = reasonOf(error)
    const detail = error instanceof Error ? error.message : String(error)
    const tries = await recordFailure(context, { documentId, reason, detail })
    context.log.warn(
      { err: error, documentId, reason, tries },
      'a document has no time stamp yet, asking again later',
    )
    const seconds = Math.min(pause.longest, pause.first * 2 ** Math.min(tries - 1, 10))
    return { again: `${seconds} seconds`, because: `${reason}: ${detail}` }
  }
}

class NotConfigured extends Error {}

function reasonOf(error: unknown): TimestampReason {
  if (error instanceof TimestampUnavailable) return 'UNAVAILABLE'
  if (error instanceof TimestampRefused) return 'REFUSED'
  if (error instanceof SignatureFault) return 'INVALID'
  return error instanceof NotConfigured || error instanceof CertificateFault ? 'NOT_CONFIGURED' : 'ERROR'
}

/**
 * A token larger than the reserved space is requested again with more space: the token covers the bytes around it, so
 * it cannot be moved.
 */
async function askForRevision(
  context: DocumentContext,
  document: Buffer,
  room = usualRoom,
): Promise<Omit<Revision, 'documentId'>> {
  // Loaded at its first use, with the reader of PDF files: a command starts without it.
  const { prepareTimestamp } = await import('../pdf/timestamp-field.ts')
  const prepared = await prepareTimestamp(document, room)
  const timestamp = await requestTimestamp(context, prepared.sha256)
  if (timestamp.token.length > room && room === usualRoom)
    return askForRevision(context, document, timestamp.token.length + 1_024)
  const stamped = prepared.withSignature(timestamp.token)
  const { start, end } = prepared.place
  return {
    bytes: stamped.subarray(document.length),
    from: start - document.length,
    to: end - document.length,
    timestamp,
  }
}

/** Asks the authority for a time stamp of this SHA-256, and verifies it. */
export async function requestTimestamp(
  { tsa, config, clock, random }: Pick<DocumentContext, 'tsa' | 'config' | 'clock' | 'random'>,
  digest: Buffer,
): Promise<Timestamp> {
  if (!tsa) throw new NotConfigured('TIMESTAMP_URL is not set')
  const file = config.TIMESTAMP_TRUST_FILE
  const anchors = file === null ? null : readAnchors('TIMESTAMP_TRUST_FILE', file)
  const nonce = Buffer.from(random.token(), 'base64url').subarray(0, 8)
  const question = { digest, nonce }
  const answer = await tsa.ask(timestampRequest(question))
  return readTimestamp(answer, question, { now: clock.now(), anchors })
}

const keepRevision = mutation<DocumentContext, Revision, { kept: boolean }>({
  operation: 'stampDocument',
  permit: ['system'],
  async run(tx, revision) {
    const kept = await insertTimestamp(tx, revision)
    const { at, serial, authority } = revision.timestamp
    return {
      answer: { kept },
      subject: `document:${revision.documentId}`,
      detail: { at: at.toISOString(), serial, authority },
    }
  },
})
