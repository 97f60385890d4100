import type { Context } from '../context.ts'
import { type DocumentRow, findAgreementDocument, prepareSignature, sha256 } from '../documents/index.ts'
import { type FundingRow, type ProvenSignature, releaseFunding, settleFunding } from '../funding/index.ts'
import { EsignRefused, EsignUnavailable } from '../outside/esign/port.ts'
import type { JobResult } from '../platform/jobs/worker.ts'
import { perform } from '../platform/mutation.ts'
import { required } from '../platform/refusal.ts'
import { signerOf } from '../profile/index.ts'

const actor = { kind: 'system' } as const

/**
 * Signs a funding's agreements by hash and settles it: the lender agreed to them when he funded, and the provider has no
 * page on which he would do so again. Where it refuses the signer the money is given back, as after a refused signature;
 * where it refuses us, by a key that is wrong or has run out, it is away.
 * @throws EsignUnavailable where the provider is away: the job asks again until the time for signing is over
 */
export async function followByHash(context: Context, funding: FundingRow): Promise<JobResult> {
  const { id: fundingId } = funding
  if (funding.overdue) {
    await perform(context, releaseFunding, { actor, input: { fundingId, state: 'EXPIRED' } })
    return undefined
  }
  try {
    const input = await signByHash(context, funding)
    await perform(context, settleFunding, { actor, input })
  } catch (error) {
    if (!(error instanceof EsignRefused)) throw error
    if (error.status === 401 || error.status === 403)
      throw new EsignUnavailable('xignature: this platform is refused', { cause: error })
    context.log.error({ err: error, fundingId }, 'the provider that signs by hash refuses')
    await perform(context, releaseFunding, { actor, input: { fundingId, state: 'REJECTED' } })
  }
  return undefined
}

/** Each document gets an empty signature behind the bytes that were shown; only the hashes of them leave this server. */
async function signByHash({ db, clock, xignature }: Context, funding: FundingRow): Promise<ProvenSignature> {
  const [pp, ppfp, signer] = await Promise.all([
    findAgreementDocument(db, funding.id, 'PP'),
    findAgreementDocument(db, funding.id, 'PPFP'),
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
  const signedMain = main.withSignature(required(signatures[0], 'INTERNAL'))
  return {
    fundingId: funding.id,
    provider: 'XIGNATURE',
    providerToken: funding.id,
    signedAt,
    shownSha256: shown[0].sha256,
    signedSha256: sha256(signedMain),
    documents: [
      { kind: 'PP_SIGNED', bytes: signedMain },
      { kind: 'PPFP_SIGNED', bytes: facility.withSignature(required(signatures[1], 'INTERNAL')) },
    ],
  }
}
