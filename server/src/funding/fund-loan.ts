import { checkFundingAmount } from '@pematang/contract/funding/rules'
import type { Context } from '../context.ts'
import { accountOf, lockAccounts, reserve } from '../ledger/index.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { mutation } from '../platform/mutation.ts'
import { Refusal, required } from '../platform/refusal.ts'
import { addReserved, insertFunding, lockPosition, takeAgreement } from './store.ts'

export type FundLoan = { loanId: number; amount: number; loanNumber?: string | undefined }
export type FundedLoan = { docToken: string; signCoordinatePage: number }

/**
 * Reserves a lender's money on a loan. It is settled when the agreement is signed in time, and given back when it
 * is not. Locks the cash account first and the loan last, so that a loan that many want is held shortest.
 */
export const fundLoan = mutation<Context, FundLoan, FundedLoan>({
  operation: 'fundLoan',
  permit: ['lender'],
  async run(tx, { loanId, amount, loanNumber }, { world, actor }) {
    const lenderId = actor.kind === 'lender' ? actor.lenderId : 0
    const fundingId = world.random.uuid()
    const cashAccount = await accountOf(tx, 'LENDER_CASH', lenderId)
    const cash = required((await lockAccounts(tx, [cashAccount])).get(cashAccount), 'INTERNAL')
    const loan = required(await lockPosition(tx, loanId), 'LOAN_NOT_FOUND')
    if (!loan.open || loan.outstanding === 0) throw new Refusal('LOAN_CLOSED')
    const breach = checkFundingAmount({
      amount,
      cashBalance: cash.balance - cash.held,
      minimumFunding: loan.minimum,
      outstandingFunding: loan.outstanding,
    })
    if (breach) throw new Refusal(breach.code, { amount: breach.amount })
    const agreement = required(
      await takeAgreement(tx, { lenderId, loanId, amount, fundingId }),
      'AGREEMENT_REQUIRED',
    )
    if (loanNumber !== undefined && loanNumber !== agreement.loanNumber)
      throw new Refusal('LOAN_NUMBER_MISMATCH')

    await reserve(tx, world.random.uuid(), { purpose: 'FUNDING', ref: fundingId }, cashAccount, amount)
    await addReserved(tx, loanId, amount)
    const docToken = world.random.token()
    await insertFunding(tx, {
      lenderId,
      id: fundingId,
      loanId,
      amount,
      agreementId: agreement.id,
      docToken,
      expectedInterest: agreement.expectedInterest,
      signatureSeconds: world.config.SIGNATURE_SECONDS,
    })
    await enqueue(tx, { id: world.random.uuid(), kind: 'signing.follow', payload: { fundingId } })
    return {
      answer: { docToken, signCoordinatePage: agreement.signaturePage },
      subject: `funding:${fundingId}`,
      detail: { loanId, amount },
    }
  },
})
