import type { Context } from '../../context.ts'
import { actingCaller } from '../../lenders/index.ts'
import { lenderActor } from '../../platform/http/requests.ts'
import { perform } from '../../platform/commands/perform.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { revokeMandate } from './end-mandate.ts'
import { grantMandate } from './grant.ts'
import { prepareMandate } from './prepare.ts'
import { readMandate } from './standing.ts'

export const routes = (
  context: Context,
): Routes<'getMandate' | 'prepareMandate' | 'grantMandate' | 'revokeMandate'> => ({
  getMandate: ({ lender }) => readMandate(context, lender.lenderId),
  prepareMandate: ({ lender, body, member, requestId, source }) =>
    prepareMandate(context, lender.lenderId, body, { requestId, source, member }),
  grantMandate: async ({ lender, body, request, requestId }) => {
    await grantMandate(context, actingCaller(lender, { request, requestId }), body)
    return readMandate(context, lender.lenderId)
  },
  revokeMandate: async ({ lender, requestId, source }) => {
    await perform(context, revokeMandate, {
      actor: lenderActor(lender),
      input: null,
      requestId,
      source,
    })
    return readMandate(context, lender.lenderId)
  },
})
