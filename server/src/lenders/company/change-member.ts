import type { CompanyRole } from '@pematang/contract/lenders/company/rules'
import type { Context } from '../../context.ts'
import { isPutBack } from '../../platform/approvals/company.ts'
import { mutation } from '../../platform/commands/command.ts'
import { withdrawProposals } from '../../platform/commands/withdraw-proposals.ts'
import { run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { requireFreshProof, revokeAccess } from '../auth/index.ts'
import { stopOpenRecovery } from '../factors/index.ts'
import { endInvitation } from './invite.ts'
import {
  findMember,
  lockPeople,
  provenFor,
  requireCompanyRole,
  requireOtherAdministrator,
  setRoles,
} from './store.ts'
import { tellTaken } from './tell-taken.ts'

type Change = { memberId: number; roles: readonly CompanyRole[]; isSignatory: boolean }
const done = { message: 'success' } as const

/**
 * Gives a member other roles, and lets back in who was suspended, or was an administrator and removed less than 72 hours ago.
 * @throws Refusal MEMBER_NOT_FOUND, COMPANY_LAST_ADMINISTRATOR, and of the fresh proof
 */
export const changeMember = mutation<Context, Change, typeof done>({
  operation: 'changeMember',
  permit: ['lender'],
  security: true,
  company: { undoes: (tx, { lenderId }, input) => isPutBack(tx, lenderId, input) },
  async run(tx, { memberId, roles, isSignatory }, { context, actor }) {
    const { lenderId: companyId } = actor
    await lockPeople(tx, companyId)
    await requireCompanyRole(tx, actor, ['ADMINISTRATOR'])
    await requireFreshProof(tx, actor, provenFor)
    const { state, roles: before } = await findMember(tx, { companyId, memberId })
    if (state === 'INVITED') throw new Refusal('MEMBER_NOT_FOUND')
    if (!roles.includes('ADMINISTRATOR')) await requireOtherAdministrator(tx, { companyId, memberId })
    if (state === 'SUSPENDED') await setState(tx, { companyId, memberId, state: 'ACTIVE' })
    await setRoles(tx, { companyId, memberId }, { roles, isSignatory })
    if (state === 'ACTIVE' && before.includes('ADMINISTRATOR') && !roles.includes('ADMINISTRATOR'))
      await tellTaken(tx, context.random, memberId)
    return { answer: done, subject: `lender:${companyId}`, detail: { member: memberId, roles, isSignatory } }
  },
})

/** The company's own login is that of its account, which only the operator suspends. */
const setState = (
  tx: Transaction,
  { companyId, memberId, state }: { companyId: number; memberId: number; state: string },
): Promise<number> =>
  run(
    tx,
    'lenders.company.set_state',
    'update lender set state = $2, state_since = app_now() where id = $1 and id <> $3',
    [memberId, state, companyId],
  )

/**
 * Suspends or removes a member at once: sessions end, the keys that they made are revoked, open proposals are withdrawn, a
 * link works no longer, a recovery of their second factor stops.
 * @throws Refusal MEMBER_NOT_FOUND, COMPANY_LAST_ADMINISTRATOR, COMPANY_ROLE_MISSING, and of the fresh proof
 */
export const endMember = mutation<Context, { memberId: number; how: 'SUSPEND' | 'REMOVE' }, typeof done>({
  operation: 'endMember',
  permit: ['lender'],
  security: true,
  async run(tx, { memberId, how }, { context, actor }) {
    const { lenderId: companyId } = actor
    await lockPeople(tx, companyId)
    await requireCompanyRole(tx, actor, ['ADMINISTRATOR'])
    await requireFreshProof(tx, actor, provenFor)
    const { state, roles } = await findMember(tx, { companyId, memberId })
    await requireOtherAdministrator(tx, { companyId, memberId })
    await endInvitation(tx, memberId)
    await setState(tx, { companyId, memberId, state: how === 'REMOVE' ? 'CLOSED' : 'SUSPENDED' })
    if (state === 'ACTIVE') await setRoles(tx, { companyId, memberId }, { roles: [], isSignatory: false })
    if (state === 'ACTIVE' && roles.includes('ADMINISTRATOR')) await tellTaken(tx, context.random, memberId)
    const sessionsEnded = await revokeAccess(tx, memberId, { withMembers: false })
    await stopOpenRecovery(tx, memberId)
    const withdrawn = await withdrawProposals(tx, context.random, actor, { maker: memberId })
    return {
      answer: done,
      subject: `lender:${companyId}`,
      detail: { member: memberId, how, sessionsEnded, withdrawn },
    }
  },
})
