import type { Context } from '../../context.ts'
import { actingCaller } from '../../lenders/index.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { castVote } from './cast-vote.ts'
import { listVotes, readVote } from './read-vote.ts'

export const routes = (context: Context): Routes<'getVote' | 'castVote' | 'listVotes'> => ({
  getVote: ({ lender, query }) => readVote(context.db, lender.lenderId, query.id),
  castVote: async ({ lender, body, request, requestId }) => {
    await castVote(context, actingCaller(lender, { request, requestId }), body)
    return readVote(context.db, lender.lenderId, body.id)
  },
  listVotes: ({ lender, query }) => listVotes(context.db, lender.lenderId, query.loanNumber ?? null),
})
