import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { type Identity, lenderActor, loginOf } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { LenderTools } from '../../platform/registration.ts'
import { acceptInvitation, openInvitation } from './accept-invitation.ts'
import { exportActivity, listActivity } from './activity.ts'
import { changeMember, endMember } from './change-member.ts'
import { changeCompanyRules } from './change-rules.ts'
import { refuseProposal, withdrawProposal } from './end-proposals.ts'
import { inviteMember } from './invite.ts'
import { type Asking, countWaiting, getProposal, listProposals } from './proposals.ts'
import { showCompany } from './show.ts'

type Calls =
  | 'getCompany'
  | 'countCompanyProposals'
  | 'inviteMember'
  | 'openMemberInvitation'
  | 'acceptMemberInvitation'
  | 'changeMember'
  | 'endMember'
  | 'changeCompanyRules'
  | 'listCompanyProposals'
  | 'getCompanyProposal'
  | 'refuseCompanyProposal'
  | 'withdrawCompanyProposal'
  | 'listCompanyActivity'
  | 'exportCompanyActivity'

type Asked = { lender: Identity; requestId: string; source: string }

const asking = (lender: Identity): Asking => ({ companyId: lender.lenderId, memberId: loginOf(lender) })

/** @throws Refusal COMPANY_UNKNOWN for a lender who is alone */
function asMember(lender: Identity): Asking {
  if (!lender.member) throw new Refusal('COMPANY_UNKNOWN')
  return asking(lender)
}

const callOf = ({ lender, requestId, source }: Asked) => ({ actor: lenderActor(lender), requestId, source })

export const routes = (context: Context, tools: LenderTools<Context>): Routes<Calls> => ({
  getCompany: ({ lender }) => showCompany(context, asking(lender)),
  countCompanyProposals: async ({ lender }) => ({
    waiting: lender.member ? await countWaiting(context.db, asking(lender)) : 0,
  }),
  inviteMember: (asked) => perform(context, inviteMember, { ...callOf(asked), input: asked.body }),
  openMemberInvitation: ({ body, requestId, source }) =>
    openInvitation(context, body.token, { requestId, source }),
  acceptMemberInvitation: ({ body, requestId, source }) =>
    acceptInvitation(context, body, { requestId, source }),
  changeMember: (asked) => perform(context, changeMember, { ...callOf(asked), input: asked.body }),
  endMember: (asked) => perform(context, endMember, { ...callOf(asked), input: asked.body }),
  changeCompanyRules: (asked) =>
    perform(context, changeCompanyRules, { ...callOf(asked), input: asked.body }),
  listCompanyProposals: ({ lender, query }) => listProposals(context, asMember(lender), query),
  getCompanyProposal: ({ lender, query }) =>
    getProposal(context, tools, asMember(lender), Number(query.number)),
  refuseCompanyProposal: (asked) => perform(context, refuseProposal, { ...callOf(asked), input: asked.body }),
  withdrawCompanyProposal: (asked) =>
    perform(context, withdrawProposal, { ...callOf(asked), input: asked.body }),
  listCompanyActivity: ({ lender, query }) => listActivity(context, asMember(lender).companyId, query),
  exportCompanyActivity: ({ lender, query, member, requestId, source }) =>
    exportActivity(context, asMember(lender).companyId, query.format, { requestId, source, member }),
})
