import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { acceptRiskWarning, readRiskWarning } from './accept.ts'

export const routes = (context: Context): Routes<'getRiskWarning' | 'acceptRiskWarning'> => ({
  getRiskWarning: ({ lender }) => readRiskWarning(context, lender.lenderId),
  acceptRiskWarning: ({ lender, body, requestId, source }) =>
    perform(context, acceptRiskWarning, {
      actor: { kind: 'lender', lenderId: lender.lenderId },
      input: body,
      requestId,
      source,
    }),
})
