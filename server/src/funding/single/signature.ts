import type { Context } from '../../context.ts'
import { type KeptBytes, type DocumentKind, insertDocument } from '../../documents/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { SignatureProvider } from './provider-documents.ts'
import type { FundingRow } from './store.ts'

/** The signature as the provider returned it, checked against the documents that were shown. */
export type ProvenSignature = {
  fundingId: string
  /** The provider that took the signature; PRIVY by default. */
  provider?: SignatureProvider
  providerToken: string
  signedAt: Date
  shownSha256: Buffer
  signedSha256: Buffer
  documents: { kind: 'PP_SIGNED' | 'PPFP_SIGNED'; kept: KeptBytes }[]
  /** The operator's reason for settling the funding by hand, if the provider's own answer was not available. */
  note?: string
}

/**
 * Stores the signed files of a funding.
 * @returns their ids
 */
export async function insertSignedFiles(
  tx: Transaction,
  { random }: Context,
  { id, lenderId }: FundingRow,
  documents: readonly { kind: DocumentKind; kept: KeptBytes }[],
): Promise<string[]> {
  const ids: string[] = []
  for (const { kind, kept } of documents) {
    const documentId = random.secureId()
    await insertDocument(tx, { id: documentId, lenderId, agreementId: id, kind, kept })
    ids.push(documentId)
  }
  return ids
}
