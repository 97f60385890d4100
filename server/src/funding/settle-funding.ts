import type { Context } from '../context.ts'
import { askForFactsheet, insertDocument } from '../documents/index.ts'
import { release, settle } from '../ledger/index.ts'
import { tellLender } from '../notices/index.ts'
import { run } from '../platform/db/database.ts'
import { mutation } from '../platform/mutation.ts'
import { required } from '../platform/refusal.ts'
import {
  addReserved,
  endFunding,
  escrowOf,
  type FundingState,
  lockFunding,
  turnReservedIntoFunded,
} from './store.ts'

/** The signature as the provider gave it, checked against the documents that were shown. */
export type ProvenSignature = {
  fundingId: string
  /** Who took the signature; PRIVY where it is left out. */
  provider?: 'PRIVY' | 'XIGNATURE'
  providerToken: string
  signedAt: Date
  shownSha256: Buffer
  signedSha256: Buffer
  documents: { kind: 'PP_SIGNED' | 'PPFP_SIGNED'; bytes: Buffer }[]
}

/**
 * The agreement was signed: what was reserved goes to the loan. A funding that has ended already stays as it is,
 * so that a signature told twice, or after its time, moves nothing. A loan without a factsheet gets one from the worker:
 * its lender's portfolio offers it.
 */
export const settleFunding = mutation<Context, ProvenSignature, { state: FundingState }>({
  operation: 'settleFunding',
  permit: ['system'],
  async run(tx, signature, { world }) {
    const funding = required(await lockFunding(tx, signature.fundingId), 'NOT_FOUND')
    const subject = `funding:${funding.id}`
    if (funding.state !== 'WAITING') return { answer: { state: funding.state }, subject }
    for (const { kind, bytes } of signature.documents) {
      await insertDocument(tx, {
        id: world.random.secureId(),
        lenderId: funding.lenderId,
        agreementId: funding.id,
        kind,
        bytes,
      })
    }
    await run(
      tx,
      'funding.insert_signature',
      `insert into signature (funding_id, lender_id, provider_token, shown_sha256, signed_sha256, signed_at, provider)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        funding.id,
        funding.lenderId,
        signature.providerToken,
        signature.shownSha256,
        signature.signedSha256,
        signature.signedAt,
        signature.provider ?? 'PRIVY',
      ],
    )
    const escrow = await escrowOf(tx, funding.loanId)
    await settle(tx, funding.id, { credit: escrow, kind: 'FUNDING', newId: () => world.random.uuid() })
    await turnReservedIntoFunded(tx, funding.loanId, funding.amount)
    await endFunding(tx, funding.id, 'SETTLED')
    // Behind the lock of the loan's escrow: those who settle on one loan at once wait for each other there already.
    await askForFactsheet(tx, funding)
    return {
      answer: { state: 'SETTLED' },
      subject,
      detail: { loanId: funding.loanId, amount: funding.amount },
    }
  },
})

/** The agreement was not signed: what was reserved is free again and the lender is told why. */
export const releaseFunding = mutation<
  Context,
  { fundingId: string; state: 'REJECTED' | 'EXPIRED' },
  { state: FundingState }
>({
  operation: 'releaseFunding',
  permit: ['system'],
  async run(tx, { fundingId, state }, { world }) {
    const funding = required(await lockFunding(tx, fundingId), 'NOT_FOUND')
    const subject = `funding:${funding.id}`
    if (funding.state !== 'WAITING') return { answer: { state: funding.state }, subject }
    await release(tx, funding.id)
    await addReserved(tx, funding.loanId, -funding.amount)
    await endFunding(tx, funding.id, state)
    const { loanNumber, amount, lenderId, loanId } = funding
    await tellLender(tx, { lenderId, id: world.random.uuid() }, `FUNDING_${state}`, { loanNumber, amount })
    return { answer: { state }, subject, detail: { loanId, amount, state } }
  },
})
