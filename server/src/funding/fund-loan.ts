import { checkFundingAmount } from '@pematang/contract/funding/rules'
import type { Context } from '../context.ts'
import { type Account, lockOwners, reserve } from '../ledger/index.ts'
import { type Asked, type BatchMutation, batchMutation } from '../platform/batch/batch-mutation.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import type { Effect } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  addReservedMany,
  findAgreements,
  insertFundings,
  type LoanPosition,
  lockPositions,
  type NewFunding,
  type UnusedAgreement,
  wanted,
} from './batch-store.ts'

export type FundLoan = { loanId: number; amount: number; loanNumber?: string | undefined }
export type FundedLoan = { docToken: string; digiSignId: string; signCoordinatePage: number }

/**
 * Reserves lenders' money on loans. It is settled when the agreement is signed in time, and given back when it is
 * not. Locks the cash accounts first and the loans last, each in the order of their ids, so that a loan that many
 * want is held shortest and no two batches wait for each other.
 */
export const fundLoan: BatchMutation<Context, FundLoan, FundedLoan, Found> = batchMutation({
  operation: 'fundLoan',
  permit: ['lender'],
  async find(tx, requests) {
    const asked = requests.map(ofLender)
    const [cash, agreements, loans] = await Promise.all([
      lockOwners(
        tx,
        'LENDER_CASH',
        asked.map(({ lenderId }) => lenderId),
      ),
      findAgreements(tx, asked),
      lockPositions(
        tx,
        asked.map(({ loanId }) => loanId),
      ),
    ])
    return { cash, loans, agreements }
  },
  run(tx, requests, world, found) {
    const decided = requests.map((request) => decide(world, ofLender(request), found))
    const accepted = decided.filter((one): one is Accepted => !(one instanceof Refusal))
    if (accepted.length > 0) tx.defer(write(tx, accepted))
    return decided.map((one) => (one instanceof Refusal ? one : effectOf(one)))
  },
})

type Found = {
  cash: Map<number, Account>
  loans: Map<number, LoanPosition>
  agreements: Map<string, UnusedAgreement[]>
}

type OfLender = FundLoan & { lenderId: number }
const ofLender = ({ input, actor }: Asked<FundLoan>): OfLender => ({
  ...input,
  lenderId: actor.kind === 'lender' ? actor.lenderId : 0,
})

type Accepted = NewFunding & { cashAccount: number; jobId: string; signaturePage: number; digiSignId: string }

/** Decides one request and, where it is accepted, takes it off the numbers that the next one is decided on. */
function decide(
  world: Context,
  { lenderId, loanId, amount, loanNumber }: OfLender,
  { cash, loans, agreements }: Found,
): Accepted | Refusal {
  const account = cash.get(lenderId)
  const loan = loans.get(loanId)
  if (!account) throw new Error(`lender ${lenderId} has no cash account`)
  if (!loan) return new Refusal('LOAN_NOT_FOUND')
  if (!loan.open || loan.outstanding === 0) return new Refusal('LOAN_CLOSED')
  const breach = checkFundingAmount({
    amount,
    cashBalance: account.balance - account.held,
    minimumFunding: loan.minimum,
    outstandingFunding: loan.outstanding,
  })
  if (breach) return new Refusal(breach.code, { amount: breach.amount })
  const unused = agreements.get(wanted({ lenderId, loanId, amount })) ?? []
  const agreement = unused[0]
  if (!agreement) return new Refusal('AGREEMENT_REQUIRED')
  if (loanNumber !== undefined && loanNumber !== agreement.loanNumber)
    return new Refusal('LOAN_NUMBER_MISMATCH')
  unused.shift()
  account.held += amount
  loan.outstanding -= amount
  return {
    lenderId,
    id: agreement.id,
    loanId,
    amount,
    expectedInterest: agreement.expectedInterest,
    signatureSeconds: world.config.SIGNATURE_SECONDS,
    signaturePage: agreement.signaturePage,
    digiSignId: agreement.digiSignId,
    cashAccount: account.id,
    jobId: world.random.uuid(),
  }
}

async function write(tx: Transaction, accepted: Accepted[]): Promise<void> {
  await Promise.all([
    reserve(
      tx,
      'FUNDING',
      accepted.map(({ id, cashAccount, amount }) => ({ id, account: cashAccount, amount })),
    ),
    insertFundings(tx, accepted),
    addReservedMany(tx, accepted),
    enqueue(
      tx,
      accepted.map(({ id, jobId }) => ({ id: jobId, kind: 'signing.follow', payload: { fundingId: id } })),
    ),
  ])
}

const effectOf = ({ id, digiSignId, signaturePage, loanId, amount }: Accepted): Effect<FundedLoan> => ({
  answer: { docToken: id, digiSignId, signCoordinatePage: signaturePage },
  subject: `funding:${id}`,
  detail: { loanId, amount },
})
