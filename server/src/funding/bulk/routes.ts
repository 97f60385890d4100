import type { Context } from '../../context.ts'
import { lenderActor, loginOf } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { perform } from '../../platform/commands/perform.ts'
import { outcomeOf } from '../../platform/commands/request-outcome.ts'
import { required } from '../../platform/refusal.ts'
import { bulkConcentration } from './concentration.ts'
import { bulkProgress } from './progress.ts'
import { previewBulk } from './preview.ts'
import { submitBulk } from './submit.ts'

export const routes = (
  context: Context,
): Routes<
  'listBulkLoanNumbers' | 'getBulkConcentration' | 'submitBulkFunding' | 'getBulkOutcome' | 'getBulkProgress'
> => ({
  listBulkLoanNumbers: ({ lender, query }) =>
    previewBulk(context, lender.lenderId, query.bulk_secure_id, loginOf(lender)),
  getBulkConcentration: ({ lender, query }) =>
    bulkConcentration(context, lender.lenderId, query.bulk_secure_id),
  submitBulkFunding: ({ lender, body, key, requestId, source }) =>
    perform(context, submitBulk, {
      actor: lenderActor(lender),
      input: body,
      key: required(key, 'IDEMPOTENCY_KEY_REQUIRED'),
      requestId,
      source,
    }),
  getBulkOutcome: ({ lender, body, requestId, source }) =>
    outcomeOf(context, {
      actor: lenderActor(lender),
      operation: 'submitBulkFunding',
      key: body.key,
      requestId,
      source,
    }),
  getBulkProgress: ({ lender }) => bulkProgress(context, lender.lenderId),
})
