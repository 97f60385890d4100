import { markActs, signerOf } from '../../lenders/index.ts'
import type { Context } from '../../context.ts'
import { type DocumentRow, findAgreementDocument, prepareSignature } from '../../documents/index.ts'
import { type FundingRow, type ProvenSignature, releaseFunding, settleFunding } from '../single/index.ts'
import { EsignRefused, EsignUnavailable, isKeyRefused } from '../../outside/esign/port.ts'
import type { JobResult } from '../../platform/jobs/worker.ts'
import { perform } from '../../platform/commands/perform.ts'
import { required } from '../../platform/refusal.ts'
import { proofOf } from './signed-files.ts'
import { beginAttempt, dropAttempt } from './store.ts'

const actor = { kind: 'system' } as const

/**
 * Signs a funding's agreements by hash and settles it. The lender agreed to them when funding; the provider has no page
 * for it. If it refuses the signer, the money is released with the reason; if it refuses our key, it counts as
 * unavailable. The attempt is first recorded under the lock of the funding: a loan that is cancelled meanwhile waits
 * for its outcome, and the signed money is refunded through the loan.
 * @throws EsignUnavailable if the provider is unavailable: the job retries until the time for signing is over
 */
export async function followByHash(context: Context, funding: FundingRow): Promise<JobResult> {
  const { id: fundingId } = funding
  // This provider keeps no documents that could be signed later, so it need not be asked.
  if (funding.overdue || funding.cancelled) {
    const state = funding.cancelled ? 'CANCELLED' : 'EXPIRED'
    await perform(context, releaseFunding, { actor, input: { fundingId, state } })
    return undefined
  }
  const attempt = { id: context.random.uuid(), fundingId, provider: 'XIGNATURE' } as const
  if ((await beginAttempt(context.db, attempt, { alone: false })) !== 'begun') return { again: '2 seconds' }
  try {
    const input = await signByHash(context, funding)
    await markActs(context, [funding.lenderId])
    await perform(context, settleFunding, { actor, input })
  } catch (error) {
    if (!(error instanceof EsignRefused)) throw error
    if (isKeyRefused(error))
      throw new EsignUnavailable('xignature: this platform is refused', { cause: error })
    context.log.error({ err: error, fundingId }, 'the provider that signs by hash refuses')
    const reason = error.code
    await perform(context, releaseFunding, { actor, input: { fundingId, state: 'REJECTED', reason } })
  } finally {
    await dropAttempt(context.db, attempt)
  }
  return undefined
}

/**
 * Appends an empty signature to each of the shown documents and has their hashes signed; only the hashes leave this
 * server.
 */
async function signByHash(context: Context, funding: FundingRow): Promise<ProvenSignature> {
  const { db, clock, xignature } = context
  const [pp, ppfp, signer] = await Promise.all([
    findAgreementDocument(context, funding.id, 'PP'),
    findAgreementDocument(context, funding.id, 'PPFP'),
    signerOf(db, funding.lenderId),
  ])
  const shown = [required(pp, 'INTERNAL'), required(ppfp, 'INTERNAL')] as const
  const prepare = (document: DocumentRow) =>
    prepareSignature(document.bytes, {
      page: document.signaturePage ?? document.pages ?? 1,
      name: signer.name,
      at: clock.now(),
    })
  const [main, facility] = [await prepare(shown[0]), await prepare(shown[1])]
  const { signedAt, signatures } = await xignature.sign({
    reference: funding.id,
    signer: { token: signer.id, name: signer.name },
    digests: [
      { name: 'PP', sha256: main.sha256.toString('hex') },
      { name: 'PPFP', sha256: facility.sha256.toString('hex') },
    ],
  })
  const files = {
    PP: main.withSignature(required(signatures[0], 'INTERNAL')),
    PPFP: facility.withSignature(required(signatures[1], 'INTERNAL')),
  }
  return {
    fundingId: funding.id,
    provider: 'XIGNATURE',
    providerToken: funding.id,
    signedAt,
    ...(await proofOf(context, funding.id, files)),
  }
}
