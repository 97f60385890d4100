import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { lenderActor } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { acceptRiskWarning, readRiskWarning } from './accept.ts'

export const routes = (context: Context): Routes<'getRiskWarning' | 'acceptRiskWarning'> => ({
  getRiskWarning: ({ lender }) => readRiskWarning(context, lender.lenderId),
  acceptRiskWarning: ({ lender, body, requestId, source }) =>
    perform(context, acceptRiskWarning, {
      actor: lenderActor(lender),
      input: body,
      requestId,
      source,
    }),
})
