import type { Context } from '../../context.ts'
import {
  findFunding,
  findProviderDocuments,
  type FundingRow,
  mayBeSigned,
  type ReleaseFunding,
  mandateEnded,
  releaseFunding,
} from '../single/index.ts'
import { isMandateInForce } from '../mandate/index.ts'
import { EsignRefused, type EsignStatus } from '../../outside/esign/port.ts'
import { perform } from '../../platform/commands/perform.ts'
import { required } from '../../platform/refusal.ts'
import type { JobResult } from '../../platform/jobs/worker.ts'
import { askProvider, cancelAtProvider, settleSigned, tokenOf } from './ask-provider.ts'
import { closeDocuments, openDocumentsPause } from './close-documents.ts'
import { DocumentsRefused, sendDocuments } from './send-documents.ts'
import { followByHash } from './sign-by-hash.ts'
import { providerOf } from './store.ts'

const system = { kind: 'system' } as const

/**
 * Advances a funding by the status that the provider returns. First uploads the documents if needed. After the time for
 * signing, or if the loan was cancelled, the documents are cancelled at the provider before the money is released, so
 * that they cannot be signed afterwards. The money is released at once if the provider has no documents or cannot
 * cancel; remaining documents are followed until they can no longer be signed. An automatic funding ends with its
 * mandate.
 * @throws if the provider returns no status: the money stays reserved, and the job is retried
 */
export async function followSigning(context: Context, fundingId: string): Promise<JobResult> {
  const funding = required(await findFunding(context.db, fundingId), 'NOT_FOUND')
  if (funding.state !== 'WAITING') return closeDocuments(context, funding)
  if (!(await isMandateInForce(context.db, funding)))
    return release(context, funding, { state: 'REJECTED', reason: mandateEnded })
  if ((await providerOf(context.db, funding)) === 'XIGNATURE') return followByHash(context, funding)
  return funding.overdue || funding.cancelled
    ? endUnsigned(context, funding)
    : waitForSignature(context, funding)
}

async function waitForSignature(context: Context, funding: FundingRow): Promise<JobResult> {
  let token: string | undefined
  try {
    token = await sendDocuments(context, funding)
  } catch (error) {
    if (!(error instanceof DocumentsRefused)) throw error
    context.log.error({ err: error, fundingId: funding.id }, 'the e-signature provider refused the documents')
    return release(context, funding, { state: 'REJECTED', reason: error.code })
  }
  if (token === undefined) return soon
  const status = await askProvider(context, token)
  if (status === 'none')
    throw new EsignRefused('DOCUMENT_UNKNOWN', 404, 'the provider no longer has the documents')
  // Asks again at the end of the time for signing at the latest, so that the lender soon learns how the funding ended.
  const pause = Math.min(context.config.SIGNATURE_POLL_SECONDS, funding.secondsLeft)
  if (status === 'pending') return { again: `${pause} seconds` }
  return end(context, funding, { token, status })
}

/** Ends a funding that was not signed: has the documents cancelled first, unless the provider certainly has none. */
async function endUnsigned(context: Context, funding: FundingRow): Promise<JobResult> {
  const documents = await findProviderDocuments(context.db, funding.id)
  const token = mayBeSigned(documents) ? await tokenOf(context, funding, documents) : undefined
  if (token === undefined) return release(context, funding, { state: unsigned(funding) })
  return end(context, funding, { token, status: await cancelAtProvider(context, token) })
}

type End = { token: string; status: EsignStatus | 'none' }

async function end(context: Context, funding: FundingRow, { token, status }: End): Promise<JobResult> {
  if (status === 'signed') {
    await settleSigned(context, funding, token)
    return undefined
  }
  if (status === 'pending') {
    // This provider cannot cancel, so the money is released although the documents could still be signed.
    await release(context, funding, { state: unsigned(funding), documents: 'open' })
    return { again: openDocumentsPause }
  }
  const state = status === 'rejected' ? 'REJECTED' : unsigned(funding)
  return release(context, funding, { state, documents: 'ended' })
}

const unsigned = ({ cancelled }: FundingRow) => (cancelled ? 'CANCELLED' : 'EXPIRED')

async function release(
  context: Context,
  { id: fundingId }: FundingRow,
  input: Omit<ReleaseFunding, 'fundingId'>,
): Promise<JobResult> {
  const { state } = await perform(context, releaseFunding, { actor: system, input: { fundingId, ...input } })
  // The signing page was opened meanwhile, so the documents are being sent to the provider.
  return state === 'WAITING' ? soon : undefined
}

const soon: JobResult = { again: '2 seconds' }
