import { counted } from '../auth/index.ts'
import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { required } from '../platform/refusal.ts'
import { makeFundingLane } from './lane.ts'
import { prepareAgreement } from './prepare-agreement.ts'
import { findFundingByToken } from './store.ts'

export const fundingRoutes = (
  context: Context,
): Routes<'generateLoanAgreement' | 'fundLoan' | 'getFunding'> => {
  const lane = makeFundingLane(context)
  return {
    generateLoanAgreement: counted(context, 'AGREEMENT', ({ lender, body, requestId }) =>
      prepareAgreement(context, lender.lenderId, body, requestId),
    ),
    fundLoan: ({ lender, body, key, requestId }) =>
      lane.fund({
        actor: { kind: 'lender', lenderId: lender.lenderId },
        input: required('loanInfo' in body ? body.loanInfo[0] : body, 'INPUT_INVALID'),
        key: required(key, 'IDEMPOTENCY_KEY_REQUIRED'),
        requestId,
      }),
    getFunding: async ({ lender, query }) => {
      const funding = await findFundingByToken(context.db, lender.lenderId, query.docToken)
      const { state, loanNumber, amount } = required(funding, 'SIGNING_NOT_FOUND')
      return { state, loanNumber, amount }
    },
  }
}
