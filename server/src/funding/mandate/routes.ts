import type { Context } from '../../context.ts'
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
  prepareMandate: ({ lender, body, requestId, source }) =>
    prepareMandate(context, lender.lenderId, body, { requestId, source }),
  grantMandate: async ({ lender, body, request, requestId }) => {
    const { lenderId, tokenHash: session } = lender
    await grantMandate(context, { lenderId, session, ip: request.ip, requestId }, body)
    return readMandate(context, lenderId)
  },
  revokeMandate: async ({ lender: { lenderId }, requestId, source }) => {
    await perform(context, revokeMandate, {
      actor: { kind: 'lender', lenderId },
      input: null,
      requestId,
      source,
    })
    return readMandate(context, lenderId)
  },
})
