import { markActs } from '../../lenders/index.ts'
import type { Context } from '../../context.ts'
import { type FundingRow, type ProviderDocuments, settleFunding } from '../single/index.ts'
import { EsignRefused, type EsignStatus, EsignUnavailable, isKeyRefused } from '../../outside/esign/port.ts'
import { perform } from '../../platform/commands/perform.ts'
import { required } from '../../platform/refusal.ts'
import { fileNames, uploadDocuments } from './send-documents.ts'
import { proofOf } from './signed-files.ts'
import { dropAttempts } from './store.ts'

/**
 * The provider's status of a document.
 * @returns `none` if the provider does not know the document
 */
export const askProvider = (context: Context, token: string): Promise<EsignStatus | 'none'> =>
  unlessUnknown(async () => (await context.esign.status(token)).status)

/**
 * Cancels a document that is still pending.
 * @returns its status afterwards; pending only if the provider cannot cancel
 * @throws EsignUnavailable if a provider that can cancel still reports it as pending
 */
export async function cancelAtProvider(context: Context, token: string): Promise<EsignStatus | 'none'> {
  const known = await askProvider(context, token)
  if (!context.esign.cancels) return known
  const status = known === 'pending' ? await unlessUnknown(() => context.esign.cancel(token)) : known
  if (status === 'pending')
    throw new EsignUnavailable('e-signature provider: a cancelled document is pending')
  return status
}

async function unlessUnknown<T>(ask: () => Promise<T>): Promise<T | 'none'> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof EsignRefused && error.status === 404) return 'none'
    throw error
  }
}

/**
 * The provider's token of documents that may have been sent. If the outcome of the upload is unknown, they are uploaded
 * once more: the provider returns the same token, by which the documents can be cancelled. A provider that would create
 * further documents gets no second upload; without its token no signature can be settled.
 * @returns undefined if the provider has no documents that could be signed
 * @throws EsignUnavailable while an upload may still be running
 */
export async function tokenOf(
  context: Context,
  funding: FundingRow,
  documents: ProviderDocuments | undefined,
): Promise<string | undefined> {
  if (documents?.token) return documents.token
  if (!context.esign.repeatable) {
    const { db, random } = context
    if (!(await dropAttempts(db, { id: random.uuid(), fundingId: funding.id }))) return undefined
    throw new EsignUnavailable('e-signature provider: the documents are still on their way')
  }
  try {
    return await uploadDocuments(context, funding)
  } catch (error) {
    if (!(error instanceof EsignRefused) || isKeyRefused(error) || error.status === 409) throw error
    const { db, random } = context
    if (await dropAttempts(db, { id: random.uuid(), fundingId: funding.id })) throw error
    return undefined
  }
}

/**
 * Settles a funding by the provider's own status and files.
 * @param isVoid the funding has ended: the signature is stored as void without a check of what was signed
 * @throws SignatureMismatch if something else was signed than what was shown
 */
export async function settleSigned(
  context: Context,
  { id: fundingId, lenderId }: FundingRow,
  token: string,
  { isVoid = false } = {},
): Promise<void> {
  const { esign } = context
  const { signedAt } = await esign.status(token)
  const files = {
    PP: Buffer.from(await esign.fetchSigned(token, fileNames.PP)),
    PPFP: Buffer.from(await esign.fetchSigned(token, fileNames.PPFP)),
  }
  await markActs(context, [lenderId])
  await perform(context, settleFunding, {
    actor: { kind: 'system' },
    input: {
      fundingId,
      providerToken: token,
      signedAt: required(signedAt, 'INTERNAL'),
      ...(await proofOf(context, fundingId, files, { isVoid })),
    },
  })
}
