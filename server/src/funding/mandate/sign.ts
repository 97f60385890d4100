import type { Context } from '../../context.ts'
import {
  enqueueTimestamps,
  findMandateDocument,
  insertDocument,
  prepareSignature,
  verifyReturned,
  type KeptBytes,
} from '../../documents/index.ts'
import { lockOwners } from '../../books/index.ts'
import { notifyLender, signerOf } from '../../lenders/index.ts'
import { EsignRefused, isKeyRefused } from '../../outside/esign/port.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import type { JobResult } from '../../platform/jobs/worker.ts'
import { required } from '../../platform/refusal.ts'
import { endUnsigned, insertEnd } from './end-mandate.ts'
import { findMandate, insertSignature, type MandateRow, openOf } from './store.ts'

const actor = { kind: 'system' } as const
const pause = '5 seconds'

/**
 * Has a granted mandate signed by hash. While the provider does not answer, the request is retried until the time for
 * signing is over; if the provider refuses the signer or the document, the mandate ends.
 */
export async function signMandate(context: Context, mandateId: string): Promise<JobResult> {
  const mandate = required(await findMandate(context.db, mandateId), 'NOT_FOUND')
  if (mandate.state !== 'WAITING') return undefined
  if (mandate.overdue) return end(context, mandateId, { reason: 'EXPIRED' })
  const signer = await signerOf(context.db, mandate.lenderId)
  if (signer.dgsignType !== 'XIGNATURE')
    return end(context, mandateId, { reason: 'REFUSED', detail: 'PROVIDER_CHANGED' })
  try {
    await perform(context, keepSignature, { actor, input: await signedBy(context, mandate, signer) })
    return undefined
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    if (error instanceof EsignRefused && !isKeyRefused(error)) {
      context.log.error({ err: error, mandateId }, 'the provider that signs by hash refuses a mandate')
      return end(context, mandateId, { reason: 'REFUSED', detail: error.code })
    }
    context.log.warn({ err: error, mandateId }, 'a mandate is not signed yet, asking again')
    return { again: pause, because: fault }
  }
}

async function end(
  context: Context,
  mandateId: string,
  how: { reason: 'EXPIRED' | 'REFUSED'; detail?: string },
): Promise<JobResult> {
  await perform(context, endUnsigned, { actor, input: { mandateId, ...how } })
  return undefined
}

type Signed = { mandateId: string; signedAt: Date; shownSha256: Buffer; kept: KeptBytes }

/**
 * Requests the signature. Only the hash of the document leaves this server; the signed file is verified like an
 * agreement.
 */
async function signedBy(
  context: Context,
  { id, lenderId }: MandateRow,
  signer: { id: string; name: string },
): Promise<Signed> {
  const shown = required(await findMandateDocument(context, id, 'MANDATE'), 'INTERNAL')
  const prepared = await prepareSignature(shown.bytes, {
    page: shown.signaturePage ?? shown.pages ?? 1,
    name: signer.name,
    at: context.clock.now(),
  })
  const { signedAt, signatures } = await context.xignature.sign({
    reference: id,
    signer: { token: signer.id, name: signer.name },
    digests: [{ name: 'MANDATE', sha256: prepared.sha256.toString('hex') }],
  })
  const bytes = prepared.withSignature(required(signatures[0], 'INTERNAL'))
  await verifyReturned(context, shown, bytes)
  context.log.debug({ mandateId: id, lenderId }, 'a mandate was signed by hash')
  return { mandateId: id, signedAt, shownSha256: shown.sha256, kept: await context.contents.keep(bytes) }
}

/**
 * Stores the signature: the mandate comes into force, and the lender's earlier ones end. A mandate granted later still
 * awaits its signature, and one that has ended stays ended.
 */
const keepSignature = mutation<Context, Signed, { state: MandateRow['state'] }>({
  operation: 'signMandate',
  permit: ['system'],
  async run(tx, { mandateId, kept, ...signature }, { context }) {
    const subject = `mandate:${mandateId}`
    const { lenderId } = required(await findMandate(tx, mandateId), 'NOT_FOUND')
    await lockOwners(tx, 'LENDER_CASH', [lenderId])
    const mandate = required(await findMandate(tx, mandateId), 'NOT_FOUND')
    if (mandate.state !== 'WAITING')
      return { answer: { state: mandate.state }, subject, detail: { void: true } }
    for (const before of await openOf(tx, lenderId))
      if (before.version < mandate.version) await insertEnd(tx, context, before, { reason: 'REPLACED' })
    const documentId = context.random.secureId()
    await insertDocument(tx, { id: documentId, lenderId, mandateId, kind: 'MANDATE_SIGNED', kept })
    await insertSignature(tx, { mandateId, ...signature, signedSha256: kept.sha256 })
    await enqueueTimestamps(tx, context, [documentId])
    const to = { lenderId, id: context.random.uuid() }
    await notifyLender(tx, to, 'MANDATE_SIGNED', { number: mandate.number })
    return { answer: { state: 'IN_FORCE' }, subject, detail: { version: mandate.version } }
  },
})
