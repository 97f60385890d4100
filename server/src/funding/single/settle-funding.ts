import type { Context } from '../../context.ts'
import { enqueueFactsheet, enqueueTimestamps } from '../../documents/index.ts'
import { accountOf, post, settle } from '../../books/index.ts'
import { isMandateInForceLocked } from '../mandate/index.ts'
import { gatherLoan, notifyLender } from '../../lenders/index.ts'
import { maybe, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/commands/command.ts'
import { required } from '../../platform/refusal.ts'
import { closeProviderDocuments } from './provider-documents.ts'
import { cancelReasonOf, mandateEnded, releaseReservation } from './release-funding.ts'
import { insertSignedFiles, type ProvenSignature } from './signature.ts'
import {
  addReserved,
  endFunding,
  escrowOf,
  type FundingRow,
  type FundingState,
  lockFunding,
  moveReservedToFunded,
} from './store.ts'
import { recordVoidSignature } from './void-signature.ts'

/**
 * Settles a funding whose agreement was signed: the reserved money goes to the loan or, if the loan was cancelled
 * meanwhile, through the loan back to its lender. A signature is stored as void if its funding has ended without one,
 * or if the mandate of an automatic funding ended meanwhile; a repeated one has no effect. If the loan has no
 * factsheet, which the portfolio links to, a job creates it.
 */
export const settleFunding = mutation<Context, ProvenSignature, { state: FundingState }>({
  operation: 'settleFunding',
  permit: ['system', 'operator'],
  secondPair: { read: amountOf },
  async run(tx, signature, { context }) {
    const funding = required(await lockFunding(tx, signature.fundingId), 'NOT_FOUND')
    const subject = `funding:${funding.id}`
    const { loanId, amount, state, cancelled } = funding
    if (state === 'SETTLED' || state === 'REFUNDED') return { answer: { state }, subject }
    if (state === 'WAITING' && !(await isMandateInForceLocked(tx, funding))) {
      await releaseReservation(tx, funding, 'REJECTED', mandateEnded)
      await closeProviderDocuments(tx, funding.id)
      await recordVoidSignature(tx, context, funding, signature)
      return { answer: { state: 'REJECTED' }, subject, detail: { loanId, amount, reason: mandateEnded } }
    }
    if (state !== 'WAITING') {
      const kept = await recordVoidSignature(tx, context, funding, signature)
      return { answer: { state }, subject, detail: { loanId, amount, void: kept } }
    }
    const signedFiles = await insertSignedFiles(tx, context, funding, signature.documents)
    await insertSignature(tx, funding, signature)
    const escrow = await escrowOf(tx, loanId)
    await settle(tx, funding.id, { credit: escrow, kind: 'FUNDING', newId: context.random.uuid })
    if (cancelled) await refund(tx, context, funding, escrow)
    else {
      await moveReservedToFunded(tx, loanId, amount)
      await endFunding(tx, funding.id, 'SETTLED')
      if (funding.mandateId !== null) await notifyAutoFunded(tx, context, funding)
    }
    await closeProviderDocuments(tx, funding.id)
    await enqueueTimestamps(tx, context, signedFiles)
    // Runs after the lock of the loan's escrow account, on which concurrent settlements of one loan already wait for
    // each other.
    await enqueueFactsheet(tx, funding)
    const end = cancelled ? 'REFUNDED' : 'SETTLED'
    const { note } = signature
    return { answer: { state: end }, subject, detail: { loanId, amount, ...(note ? { note } : {}) } }
  },
})

const insertSignature = (tx: Transaction, { id, lenderId }: FundingRow, signature: ProvenSignature) =>
  run(
    tx,
    'funding.single.insert_signature',
    `insert into signature (funding_id, lender_id, provider_token, shown_sha256, signed_sha256, signed_at, provider)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      lenderId,
      signature.providerToken,
      signature.shownSha256,
      signature.signedSha256,
      signature.signedAt,
      signature.provider ?? 'PRIVY',
    ],
  )

const notifyAutoFunded = (
  tx: Transaction,
  { random }: Context,
  { lenderId, loanNumber, amount }: FundingRow,
): Promise<void> => gatherLoan(tx, 'AUTO_FUNDED', { lenderId, id: random.uuid() }, { loanNumber, amount })

async function refund(
  tx: Transaction,
  { random }: Context,
  funding: FundingRow,
  escrow: number,
): Promise<void> {
  const { id, lenderId, loanId, loanNumber, amount } = funding
  await post(tx, {
    id: random.uuid(),
    kind: 'REFUND',
    ref: id,
    movements: [{ debit: escrow, credit: await accountOf(tx, 'LENDER_CASH', lenderId), amount }],
    newId: random.uuid,
  })
  await addReserved(tx, loanId, -amount)
  await endFunding(tx, id, 'REFUNDED')
  await notifyLender(tx, { lenderId, id: random.uuid() }, 'FUNDING_CANCELLED', {
    loanNumber,
    amount,
    signed: true,
    ...cancelReasonOf(funding),
  })
}

/** The amount of a funding, whole rupiah. */
async function amountOf(db: Queryable, { fundingId }: { fundingId: string }): Promise<number | null> {
  const funding = await maybe<{ amount: number }>(
    db,
    'funding.single.amount_of',
    'select amount from funding where id = $1',
    [fundingId],
  )
  return funding?.amount ?? null
}
