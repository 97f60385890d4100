import type { Context } from '../../context.ts'
import { notifyLender } from '../../lenders/index.ts'
import { run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { closeProviderDocuments } from './provider-documents.ts'
import { insertSignedFiles, type ProvenSignature } from './signature.ts'
import type { FundingRow } from './store.ts'

/**
 * Stores a signature that came after its funding had ended: it is not binding, its files are marked as void, and the
 * lender is notified.
 * @returns false if it was already stored
 */
export async function recordVoidSignature(
  tx: Transaction,
  context: Context,
  funding: FundingRow,
  signature: ProvenSignature,
): Promise<boolean> {
  const { id, lenderId, loanNumber, amount } = funding
  const kept = await run(
    tx,
    'funding.single.insert_void_signature',
    `insert into void_signature (funding_id, lender_id, provider, provider_token, shown_sha256, signed_sha256, signed_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [
      id,
      lenderId,
      signature.provider ?? 'PRIVY',
      signature.providerToken,
      signature.shownSha256,
      signature.signedSha256,
      signature.signedAt,
    ],
  )
  await closeProviderDocuments(tx, id)
  if (kept === 0) return false
  await insertSignedFiles(
    tx,
    context,
    funding,
    signature.documents.map(({ kind, kept: file }) => ({
      kind: kind === 'PP_SIGNED' ? 'PP_VOID' : 'PPFP_VOID',
      kept: file,
    })),
  )
  await notifyLender(tx, { lenderId, id: context.random.uuid() }, 'FUNDING_VOID', { loanNumber, amount })
  return true
}
