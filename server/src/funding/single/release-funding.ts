import type { Context } from '../../context.ts'
import { release } from '../../books/index.ts'
import { gatherUnmandated, notifyLender } from '../../lenders/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/commands/command.ts'
import { required } from '../../platform/refusal.ts'
import { closeProviderDocuments, findProviderDocuments, mayBeSigned } from './provider-documents.ts'
import { addReserved, endFunding, type FundingRow, type FundingState, lockFunding } from './store.ts'

export type ReleaseFunding = {
  fundingId: string
  /** REJECTED: declined, or impossible to sign. EXPIRED: not signed in time. CANCELLED: the loan was cancelled. */
  state: 'REJECTED' | 'EXPIRED' | 'CANCELLED'
  /** The cause as a code, if neither the lender nor the deadline ended the funding. */
  reason?: string
  /** The operator's note for the audit trail. */
  note?: string
  /**
   * The state of the documents at the provider: `ended` if it has confirmed that none can be signed any more, `open` to
   * release the money without that confirmation. By default it is looked up.
   */
  documents?: 'ended' | 'open'
}

/**
 * Ends a funding whose agreement was not signed: releases the reservation and notifies the lender with the reason.
 * While a signature could still be collected, nothing changes.
 */
export const releaseFunding = mutation<Context, ReleaseFunding, { state: FundingState }>({
  operation: 'releaseFunding',
  permit: ['system', 'operator'],
  withoutSecondPair: 'it takes a reservation away',
  async run(tx, { fundingId, state, reason, note, documents }, { context }) {
    const funding = required(await lockFunding(tx, fundingId), 'NOT_FOUND')
    const subject = `funding:${funding.id}`
    if (funding.state !== 'WAITING') return { answer: { state: funding.state }, subject }
    const isOpen = mayBeSigned(await findProviderDocuments(tx, fundingId))
    if (isOpen && documents === undefined) return { answer: { state: 'WAITING' }, subject }
    await releaseReservation(tx, funding, state, reason)
    if (documents !== 'open' || !isOpen) await closeProviderDocuments(tx, fundingId)
    const { loanNumber, amount, lenderId, loanId } = funding
    const to = { lenderId, id: context.random.uuid() }
    const data = { loanNumber, amount }
    if (reason === mandateEnded) await gatherUnmandated(tx, to, data)
    else if (reason !== undefined) await notifyLender(tx, to, 'FUNDING_REFUSED', data)
    else if (state === 'CANCELLED')
      await notifyLender(tx, to, 'FUNDING_CANCELLED', { ...data, ...cancelReasonOf(funding) })
    else await notifyLender(tx, to, `FUNDING_${state}`, data)
    return {
      answer: { state },
      subject,
      detail: { loanId, amount, state, ...(reason ? { reason } : {}), ...(note ? { note } : {}) },
    }
  },
})

/** The end reason of an automatic funding that was not signed because its mandate was no longer in force. */
export const mandateEnded = 'MANDATE_ENDED'

export async function releaseReservation(
  tx: Transaction,
  { id, loanId, amount }: FundingRow,
  state: ReleaseFunding['state'],
  reason?: string,
): Promise<void> {
  await release(tx, id)
  await addReserved(tx, loanId, -amount)
  await endFunding(tx, id, state, reason)
}

/** The rule that cancelled a funding's loan; empty if an operator cancelled it. */
export const cancelReasonOf = ({ endReason }: FundingRow): { because?: 'OFFER_ENDED' | 'NOT_PAID_OUT' } =>
  endReason === 'OFFER_ENDED' || endReason === 'NOT_PAID_OUT' ? { because: endReason } : {}
