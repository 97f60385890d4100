import type { Context } from '../context.ts'
import { findAgreementDocument, sha256 } from '../documents/index.ts'
import { findFunding, type FundingRow, releaseFunding, settleFunding } from '../funding/index.ts'
import { perform } from '../platform/mutation.ts'
import { required } from '../platform/refusal.ts'
import type { JobResult } from '../platform/jobs/worker.ts'
import { fileNames, sendDocuments } from './send-documents.ts'
import { followByHash } from './sign-by-hash.ts'
import { isSignedByHash } from './store.ts'

/** The provider gave back something else than what was shown. Nothing is settled on it. */
export class SignatureMismatch extends Error {}

const system = { kind: 'system' } as const

/**
 * Moves a funding on by what the provider itself says of its documents; a callback is only a reason to ask. Sends
 * the documents first where they are not there yet. After the time for signing they are cancelled at the provider
 * before the money is given back, so that nobody can sign what was given back.
 */
export async function followSigning(context: Context, fundingId: string): Promise<JobResult> {
  const funding = required(await findFunding(context.db, fundingId), 'NOT_FOUND')
  if (funding.state !== 'WAITING') return undefined
  if (await isSignedByHash(context.db, funding)) return followByHash(context, funding)
  const docToken = await sendDocuments(context, funding)
  const known = await context.esign.status(docToken)
  const status =
    known.status === 'pending' && funding.overdue ? await context.esign.cancel(docToken) : known.status
  if (status === 'pending') return { again: `${context.config.SIGNATURE_POLL_SECONDS} seconds` }
  if (status === 'signed') await settleSigned(context, funding, docToken)
  else {
    const state = status === 'rejected' ? 'REJECTED' : 'EXPIRED'
    await perform(context, releaseFunding, { actor: system, input: { fundingId, state } })
  }
  return undefined
}

async function settleSigned(context: Context, funding: FundingRow, docToken: string): Promise<void> {
  const { signedAt } = await context.esign.status(docToken)
  const pp = await fetchProven(context, funding, docToken, 'PP')
  const ppfp = await fetchProven(context, funding, docToken, 'PPFP')
  await perform(context, settleFunding, {
    actor: system,
    input: {
      fundingId: funding.id,
      providerToken: docToken,
      signedAt: required(signedAt, 'INTERNAL'),
      shownSha256: pp.shownSha256,
      signedSha256: sha256(pp.bytes),
      documents: [
        { kind: 'PP_SIGNED', bytes: pp.bytes },
        { kind: 'PPFP_SIGNED', bytes: ppfp.bytes },
      ],
    },
  })
}

/**
 * A signed PDF is the shown one with the signature appended (an incremental update), so it has to begin with the
 * bytes that were shown: what was signed is what was read.
 */
async function fetchProven(context: Context, funding: FundingRow, docToken: string, kind: 'PP' | 'PPFP') {
  const bytes = Buffer.from(await context.esign.fetchSigned(docToken, fileNames[kind]))
  const shown = required(await findAgreementDocument(context.db, funding.id, kind), 'INTERNAL')
  if (bytes.length <= shown.bytes.length || !bytes.subarray(0, shown.bytes.length).equals(shown.bytes)) {
    throw new SignatureMismatch(`the signed ${kind} of funding ${funding.id} is not the one that was shown`)
  }
  return { bytes, shownSha256: shown.sha256 }
}
