import type { Context } from '../context.ts'
import type { Routes } from '../main/routes.ts'
import { perform } from '../platform/mutation.ts'
import { required } from '../platform/refusal.ts'
import { fundLoan } from './fund-loan.ts'
import { prepareAgreement } from './prepare-agreement.ts'
import { findFundingByToken } from './store.ts'
import { digiSignIdOf } from '../profile/index.ts'

export const fundingRoutes = (
  context: Context,
): Routes<'generateLoanAgreement' | 'fundLoan' | 'getFunding'> => ({
  generateLoanAgreement: ({ lender, body, requestId }) =>
    prepareAgreement(context, lender.lenderId, body, requestId),
  fundLoan: async ({ lender, body, key, requestId }) => {
    const [loan] = 'loanInfo' in body ? body.loanInfo : [body]
    const funded = await perform(context, fundLoan, {
      actor: { kind: 'lender', lenderId: lender.lenderId },
      input: required(loan, 'INPUT_INVALID'),
      key,
      requestId,
    })
    return { ...funded, digiSignId: await digiSignIdOf(context.db, lender.lenderId) }
  },
  getFunding: async ({ lender, query }) => {
    const funding = required(
      await findFundingByToken(context.db, lender.lenderId, query.docToken),
      'SIGNING_NOT_FOUND',
    )
    return { state: funding.state, loanNumber: funding.loanNumber, amount: funding.amount }
  },
})
