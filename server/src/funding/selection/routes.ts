import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { outcomeOf } from '../../platform/commands/request-outcome.ts'
import { lenderActor } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { required } from '../../platform/refusal.ts'
import { checkSelection } from './check.ts'
import { fundSelection } from './fund.ts'
import { showSelection } from './show.ts'

export const routes = (
  context: Context,
): Routes<'checkSelection' | 'fundSelection' | 'getSelectionOutcome' | 'getSelection'> => ({
  checkSelection: ({ lender, body }) => checkSelection(context, lender.lenderId, body.loans),
  fundSelection: ({ lender, body, key, requestId, source }) =>
    perform(context, fundSelection, {
      actor: lenderActor(lender),
      input: body,
      key: required(key, 'IDEMPOTENCY_KEY_REQUIRED'),
      requestId,
      source,
    }),
  getSelectionOutcome: ({ lender, body, requestId, source }) =>
    outcomeOf(context, {
      actor: lenderActor(lender),
      operation: 'fundSelection',
      key: body.key,
      requestId,
      source,
    }),
  getSelection: ({ lender, query }) => showSelection(context, lender.lenderId, query.selectionId),
})
