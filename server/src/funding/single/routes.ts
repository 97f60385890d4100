import type { Context } from '../../context.ts'
import { confirmsSession } from '../../platform/http/bind.ts'
import { lenderActor } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { required } from '../../platform/refusal.ts'
import { outcomeOf } from '../../platform/commands/request-outcome.ts'
import { makeFundingBatcher } from './funding-batcher.ts'
import { prepareAgreement } from './prepare-agreement.ts'
import { findFundingByToken, findOfferedLoan } from './store.ts'
import { waitingOf } from './waiting.ts'

export const routes = (
  context: Context,
): Routes<
  | 'generateLoanAgreement'
  | 'fundLoan'
  | 'getFundingOffer'
  | 'getFundingOutcome'
  | 'getWaitingFundings'
  | 'getFunding'
> => {
  const batcher = makeFundingBatcher(context)
  return {
    generateLoanAgreement: ({ lender, body, member, requestId, source }) =>
      prepareAgreement(context, lender.lenderId, body, { requestId, source, member }),
    fundLoan: confirmsSession(({ lender, body, key, requestId, source }) =>
      batcher.fund({
        actor: lenderActor(lender),
        input: required('loanInfo' in body ? body.loanInfo[0] : body, 'INPUT_INVALID'),
        key: required(key, 'IDEMPOTENCY_KEY_REQUIRED'),
        requestId,
        source,
      }),
    ),
    getFundingOutcome: ({ lender, body, requestId, source }) =>
      outcomeOf(context, {
        actor: lenderActor(lender),
        operation: 'fundLoan',
        key: body.key,
        requestId,
        source,
      }),
    getFundingOffer: async ({ lender, query }) => {
      const found = await findOfferedLoan(context.db, lender.lenderId, query.loanNumber)
      const { open, outstanding, minimum, total } = required(found, 'LOAN_NOT_FOUND')
      return {
        minimumFunding: minimum,
        outstandingFunding: open ? outstanding : 0,
        progressPercentage: fundedShare(total, outstanding),
      }
    },
    getWaitingFundings: async ({ lender: { lenderId }, query }) => {
      const asked = { lenderId, loanNumber: query.loanNumber, amount: Number(query.amount) }
      const list = await waitingOf(context.db, asked)
      return { list: list.map((one) => ({ ...one, signBefore: one.signBefore.toISOString() })) }
    },
    getFunding: async ({ lender, query }) => {
      const funding = await findFundingByToken(context.db, lender.lenderId, query.docToken)
      const { state, loanNumber, amount, signBefore, overdue } = required(funding, 'SIGNING_NOT_FOUND')
      return { state, loanNumber, amount, signBefore: signBefore.toISOString(), isOverdue: overdue }
    },
  }
}

/**
 * The funded share in percent with two decimals, rounded down, so that a loan that is not fully funded is never shown
 * as 100.
 */
const fundedShare = (total: number, outstanding: number): number =>
  Math.floor(((total - outstanding) / total) * 10_000) / 100
