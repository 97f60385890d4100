import { maybe, type Queryable, run } from '../../platform/db/database.ts'

export type SignatureProvider = 'PRIVY' | 'XIGNATURE'

/** The known state of a funding's documents at its e-signature provider. */
export type ProviderDocuments = {
  provider: SignatureProvider
  /** The provider's own token, once it has confirmed the documents. */
  token: string | null
  /** Whether a call had an unknown outcome, so that the provider may have the documents. */
  uncertain: boolean
  /** Whether the provider has confirmed that none of the documents can be signed any more. */
  closed: boolean
}

/**
 * What is known of a funding's documents at the provider.
 * @returns undefined if no provider was called for the funding
 */
export function findProviderDocuments(
  db: Queryable,
  fundingId: string,
): Promise<ProviderDocuments | undefined> {
  return maybe<ProviderDocuments>(
    db,
    'funding.single.provider_documents',
    `select r.provider, r.provider_token as token, r.closed_at is not null as closed,
            exists (select from signing_attempt a where a.funding_id = r.funding_id) as uncertain
       from signing_request r where r.funding_id = $1`,
    [fundingId],
  )
}

/**
 * Whether a signature could still be collected at the provider. A provider that signs by hash keeps no documents: it
 * signs only during our request.
 */
export const mayBeSigned = (documents: ProviderDocuments | undefined): boolean =>
  documents !== undefined &&
  !documents.closed &&
  documents.provider === 'PRIVY' &&
  (documents.token !== null || documents.uncertain)

/** Records that no document of the funding can be signed at the provider any more. */
export async function closeProviderDocuments(tx: Queryable, fundingId: string): Promise<void> {
  await run(tx, 'funding.single.delete_attempts', 'delete from signing_attempt where funding_id = $1', [
    fundingId,
  ])
  await run(
    tx,
    'funding.single.close_documents',
    'update signing_request set closed_at = app_now() where funding_id = $1 and closed_at is null',
    [fundingId],
  )
}
