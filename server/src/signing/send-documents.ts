import type { Context } from '../context.ts'
import { type DocumentRow, findAgreementDocument } from '../documents/index.ts'
import type { FundingRow } from '../funding/index.ts'
import { signerOf } from '../profile/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { required } from '../platform/refusal.ts'
import { findProviderToken, keepProviderToken } from './store.ts'

/** What the provider's page calls the two documents. */
export const fileNames = {
  PP: 'Perjanjian Pendanaan.pdf',
  PPFP: 'Perjanjian Pemberian Fasilitas Pendanaan.pdf',
} as const

/** The path below which the provider calls back. */
export const esignCallbackPath = '/api/v1/callbacks/esign'

/**
 * Gives the two agreements of a funding to the provider, once: the provider knows them by the funding's id, so a
 * second try after an answer that was lost gets the same token.
 * @returns the provider's token of the documents
 */
export async function sendDocuments(context: Context, funding: FundingRow): Promise<string> {
  const known = await findProviderToken(context.db, funding.id)
  if (known) return known
  const { config, db, esign } = context
  const [pp, ppfp, signer] = await Promise.all([
    findAgreementDocument(db, funding.id, 'PP'),
    findAgreementDocument(db, funding.id, 'PPFP'),
    signerOf(db, funding.lenderId),
  ])
  const file = (name: string, document: DocumentRow) => ({
    name,
    content: document.bytes,
    page: document.signaturePage ?? 1,
  })
  const { docToken } = await esign.upload({
    reference: funding.id,
    callbackUrl: `${config.CALLBACK_ORIGIN ?? `http://127.0.0.1:${config.PORT}`}${esignCallbackPath}`,
    signer,
    documents: [
      file(fileNames.PP, required(pp, 'INTERNAL')),
      file(fileNames.PPFP, required(ppfp, 'INTERNAL')),
    ],
  })
  const { id: fundingId, lenderId } = funding
  await inTransaction(db, { repeatable: true }, (tx) =>
    keepProviderToken(tx, { fundingId, lenderId, providerToken: docToken }),
  )
  return docToken
}
