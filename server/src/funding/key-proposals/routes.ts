import type { Context } from '../../context.ts'
import type { PartnerRoutes } from '../../platform/http/routes.ts'
import { required } from '../../platform/refusal.ts'
import { listProposalsOfKeys, showProposalOfKey } from './list.ts'
import { proposeByKey } from './propose.ts'

type Calls = 'proposeByKey' | 'listPartnerProposals' | 'getPartnerProposal'

export const partnerRoutes = (context: Context): PartnerRoutes<Calls> => ({
  proposeByKey: ({ lender: { lenderId, keyId }, body, key, requestId, source }) =>
    proposeByKey(
      context,
      { lenderId, keyId, key: required(key, 'IDEMPOTENCY_KEY_REQUIRED'), requestId, source },
      body,
    ),
  listPartnerProposals: ({ lender, query }) => listProposalsOfKeys(context.db, lender.lenderId, query),
  getPartnerProposal: ({ lender, query }) =>
    showProposalOfKey(context.db, lender.lenderId, Number(query.number)),
})
