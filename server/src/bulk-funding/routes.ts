import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { perform } from '../platform/mutation.ts'
import { required } from '../platform/refusal.ts'
import { bulkProgress } from './progress.ts'
import { submitBulk } from './submit.ts'

export const bulkFundingRoutes = (context: Context): Routes<'submitBulkFunding' | 'getBulkProgress'> => ({
  submitBulkFunding: ({ lender, body, key, requestId }) =>
    perform(context, submitBulk, {
      actor: { kind: 'lender', lenderId: lender.lenderId, session: lender.tokenHash },
      input: body,
      key: required(key, 'IDEMPOTENCY_KEY_REQUIRED'),
      requestId,
    }),
  getBulkProgress: ({ lender }) => bulkProgress(context, lender.lenderId),
})
