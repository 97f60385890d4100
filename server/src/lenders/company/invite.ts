import type { EndpointBody } from '@pematang/contract/endpoint'
import type { inviteMember as inviteEndpoint } from '@pematang/contract/lenders/company/endpoints'
import { invitationHours, mostMembers } from '@pematang/contract/lenders/company/rules'
import { nationalNumber } from '@pematang/contract/phone'
import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { Lookup, Sealed, SearchKey } from '../../platform/keys/personal-data.ts'
import { noPassword } from '../../platform/password-hasher.ts'
import { Refusal, refusalOf } from '../../platform/refusal.ts'
import { requireFreshProof, urgentQueue } from '../auth/index.ts'
import { isPhoneTaken, searchedEmail } from '../profile/index.ts'
import { countPeople, lockPeople, provenFor, requireCompanyRole } from './store.ts'

export type Invite = EndpointBody<typeof inviteEndpoint>

export const invitationJob = 'company.invite'

/**
 * Invites a person, or sends somebody who has not come another link; the one before ends. They have no roles and cannot log
 * in until they have set a password by the link.
 * @throws Refusal COMPANY_UNKNOWN, COMPANY_ROLE_MISSING, COMPANY_PHONE_TAKEN, COMPANY_FULL, and of the fresh proof
 */
export const inviteMember = mutation<Context, Invite, { memberId: number; until: string }>({
  operation: 'inviteMember',
  permit: ['lender'],
  security: true,
  company: {},
  async run(tx, { name, phoneNumber, email, roles, isSignatory, by }, { context, actor }) {
    const { lenderId: companyId } = actor
    await lockPeople(tx, companyId)
    await requireCompanyRole(tx, actor, ['ADMINISTRATOR'])
    await requireFreshProof(tx, actor, provenFor)
    const memberId = await placeMember(tx, context, {
      companyId,
      name,
      phone: nationalNumber(phoneNumber),
      email,
    })
    await endInvitation(tx, memberId)
    const id = context.random.uuid()
    const { until } = await one<{ until: Date }>(
      tx,
      'lenders.company.invite',
      `insert into company_invitation (id, member_id, roles, is_signatory, expires_at)
       values ($1, $2, $3, $4, app_now() + make_interval(hours => $5)) returning expires_at as until`,
      [id, memberId, roles, isSignatory, invitationHours],
    )
    await enqueue(tx, [
      { id: context.random.uuid(), kind: invitationJob, payload: { id, by }, queue: urgentQueue },
    ])
    return {
      answer: { memberId, until: until.toISOString() },
      subject: `lender:${memberId}`,
      detail: { member: memberId, roles, isSignatory, by },
    }
  },
})

export const endInvitation = (tx: Transaction, memberId: number): Promise<number> =>
  run(
    tx,
    'lenders.company.end_invitation',
    'update company_invitation set ended_at = app_now() where member_id = $1 and ended_at is null',
    [memberId],
  )

type Placed = { companyId: number; name: string; phone: string; email: string }

/** The row of whoever is invited: a new one, or that of a member of this company who is not there (any more). */
async function placeMember(
  tx: Transaction,
  { random }: Pick<Context, 'random'>,
  { companyId, name, phone, email }: Placed,
): Promise<number> {
  await run(
    tx,
    'lenders.company.lock_phone',
    'select from lender where phone_search = any($1) for no key update',
    [new Lookup(phone)],
  )
  const known = await requireFree(tx, { companyId, phone })
  if (known) {
    await run(
      tx,
      'lenders.company.name_again',
      `update lender set name = $2, email = $3, email_search = $4, password_hash = $5, state = 'SUSPENDED', state_since = app_now()
        where id = $1`,
      [known.id, name, new Sealed(email), searchedEmail(email), noPassword],
    )
    return known.id
  }
  if (await isPhoneTaken(tx, phone)) throw new Refusal('COMPANY_PHONE_TAKEN')
  if ((await countPeople(tx, companyId)) >= mostMembers) throw new Refusal('COMPANY_FULL')
  const memberId = random.id()
  const inserted = await run(
    tx,
    'lenders.company.insert_member',
    `insert into lender (id, phone, phone_search, name, email, email_search, user_type_id, digi_sign_id, password_hash,
                         state, state_since, company_id)
     values ($1, $2, $3, $4, $5, $6, 1, $7, $8, 'SUSPENDED', app_now(), $9) on conflict (phone_search) do nothing`,
    [
      memberId,
      new Sealed(phone),
      new SearchKey(phone),
      name,
      new Sealed(email),
      searchedEmail(email),
      random.secureId(),
      noPassword,
      companyId,
    ],
  )
  if (inserted === 0) throw new Refusal('COMPANY_PHONE_TAKEN')
  return memberId
}

/**
 * Whoever has this number, if it is of this company and nobody logs in with it.
 * @throws Refusal COMPANY_PHONE_TAKEN
 */
async function requireFree(
  tx: Queryable,
  { companyId, phone }: Pick<Placed, 'companyId' | 'phone'>,
): Promise<{ id: number } | undefined> {
  const known = await maybe<{ id: number; isFree: boolean }>(
    tx,
    'lenders.company.known_phone',
    `select l.id, l.is_member and l.company_id = $2 and not exists (
              select from company_roles r where r.member_id = l.id and cardinality(r.roles) > 0
                 and r.version = (select max(version) from company_roles where member_id = l.id))
            and l.state <> 'ACTIVE' as "isFree"
       from lender l where l.phone_search = any($1)`,
    [new Lookup(phone), companyId],
  )
  if (known && !known.isFree) throw new Refusal('COMPANY_PHONE_TAKEN')
  return known
}

/** What an invitation waits for in vain: a number that has a login by now. */
export const goneInvitation = ({ db }: Context, companyId: number, body: unknown): Promise<Refusal | null> =>
  refusalOf(requireFree(db, { companyId, phone: nationalNumber((body as Invite).phoneNumber) }))
