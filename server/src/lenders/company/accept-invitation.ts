import type { Context } from '../../context.ts'
import { lockCompany } from '../../platform/approvals/company.ts'
import type { Origin } from '../../platform/audit/audit.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { maybe, type Queryable, run } from '../../platform/db/database.ts'
import { consume } from '../../platform/rate-limit/rate-limit.ts'
import { required } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/token.ts'
import { assertMayChoose, matchBucket, storeNewPassword } from '../auth/index.ts'
import { type Held, setRoles } from './store.ts'

type Open = Held & {
  memberId: number
  companyId: number
  company: string
  name: string
  phone: string
  until: Date
}

const findOpen = async (db: Queryable, tokenHash: Buffer): Promise<Open> =>
  required(
    await maybe<Open>(
      db,
      'lenders.company.open_invitation',
      `select m.id as "memberId", m.company_id as "companyId", coalesce(c.company_name, l.name) as company, m.name, m.phone,
              i.expires_at as until, i.roles, i.is_signatory as "isSignatory"
         from company_invitation i join lender m on m.id = i.member_id join lender l on l.id = m.company_id
         left join lender_institution c on c.lender_id = l.id
        where i.token_hash = $1 and i.ended_at is null and i.expires_at > app_now()`,
      [tokenHash],
    ),
    'MEMBER_INVITATION_ENDED',
  )

type From = Origin & { source: string }

/**
 * Who is invited, for whoever has the link; reading it, as a scanner of mail does, uses nothing up.
 * @throws Refusal MEMBER_INVITATION_ENDED, TOO_MANY_REQUESTS
 */
export async function openInvitation(context: Context, token: string, { source }: From) {
  await consume(context.db, [matchBucket(context.config, source)])
  const { company, name, phone, until } = await findOpen(context.db, hashToken(token))
  return { company, name, phoneNumber: phone, until: until.toISOString() }
}

/**
 * Sets the first password of a member by the link of their invitation, once. Their roles hold from now on.
 * @throws Refusal MEMBER_INVITATION_ENDED, PASSWORD_GUESSABLE, TOO_MANY_REQUESTS
 */
export async function acceptInvitation(
  context: Context,
  { token, newPassword }: { token: string; newPassword: string },
  origin: From,
): Promise<{ message: 'success' }> {
  await consume(context.db, [matchBucket(context.config, origin.source)])
  const tokenHash = hashToken(token)
  const { memberId, companyId } = await findOpen(context.db, tokenHash)
  await assertMayChoose(context, memberId, { password: newPassword, isBefore: false })
  const passwordHash = await context.passwords.hash(newPassword)
  return perform(context, storeAccepted, {
    actor: { kind: 'lender', lenderId: memberId, companyId },
    input: { companyId, tokenHash, passwordHash },
    ...origin,
  })
}

type Accepted = { companyId: number; tokenHash: Buffer; passwordHash: string }

/** Locks the company. The caller has checked the password, and hashed it. */
export const storeAccepted = mutation<Context, Accepted, { message: 'success' }>({
  operation: 'acceptMemberInvitation',
  permit: ['lender'],
  security: true,
  async run(tx, { companyId, tokenHash, passwordHash }, { context }) {
    await lockCompany(tx, companyId)
    const { memberId, roles, isSignatory } = await findOpen(tx, tokenHash)
    await run(
      tx,
      'lenders.company.use_invitation',
      'update company_invitation set ended_at = app_now() where token_hash = $1',
      [tokenHash],
    )
    await run(
      tx,
      'lenders.company.let_in',
      `update lender set state = 'ACTIVE', state_since = app_now() where id = $1`,
      [memberId],
    )
    await storeNewPassword(tx, context, { lenderId: memberId, passwordHash, before: null, keepSession: null })
    await setRoles(tx, { companyId, memberId }, { roles, isSignatory })
    return {
      answer: { message: 'success' },
      subject: `lender:${memberId}`,
      detail: { member: memberId, roles, isSignatory },
    }
  },
})
