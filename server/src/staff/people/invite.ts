import type { Context } from '../../context.ts'
import { lockStaff } from '../../platform/approvals/decision.ts'
import { rightsOf } from '../../platform/approvals/rights.ts'
import { type Mutation, mutation } from '../../platform/commands/command.ts'
import { maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/token.ts'
import { endPasskeys } from '../passkeys/index.ts'
import { endStaffSessions, passkeysToDecide } from '../sessions/index.ts'

/** A link holds for this time, in seconds. */
const invitationSeconds = 30 * 60

/** The job that sends the link of an invitation to the person whom it is for. */
export const invitationJob = 'staff.invite'

export type InviteStaff = { name: string; reason: string }

type Invite = Mutation<Context, InviteStaff, { id: number }, 'operator'>
type Invited = { staffId: number; context: Context }
type Deliver = (tx: Transaction, invited: Invited) => Promise<void>

/** Revokes what a person has, which is lost or was never there, and delivers a link for the first passkey. */
const inviting =
  (deliver: Deliver): Invite['run'] =>
  async (tx, { name, reason }, { context }) => {
    await lockStaff(tx)
    const found = await maybe<{ id: number }>(
      tx,
      'staff.people.invited',
      'select id from staff where name = $1',
      [name],
    )
    if (!found) throw new Error(`Tidak ada staf bernama ${name}.`)
    const { id } = found
    if ((await rightsOf(tx, id)).length === 0) throw new Refusal('STAFF_SUSPENDED')
    await endPasskeys(tx, id, null)
    await endStaffSessions(tx, id, null)
    await endInvitations(tx, id)
    await deliver(tx, { staffId: id, context })
    return { answer: { id }, subject: `staff:${id}`, detail: { reason } }
  }

/** Has the link sent; the job makes its token, so that it is in no row but as its hash. */
export const mailLink: Deliver = (tx, { staffId, context }) =>
  enqueue(tx, [{ id: context.random.uuid(), kind: invitationJob, payload: { staffId } }])

/**
 * Invites a person to register a first passkey, and revokes those they have: they are lost. The link goes to them by
 * e-mail alone: whoever proposed or decided it never sees it, and cannot become that person.
 * @throws Refusal STAFF_SUSPENDED; Error if there is no such person
 */
export const inviteStaff = mutation<Context, InviteStaff, { id: number }>({
  operation: 'inviteStaff',
  permit: ['operator'],
  secondPair: true,
  security: true,
  run: inviting(mailLink),
})

/** Invites a person as `inviteStaff` does, and hands the token of the link to whoever sits at the machine. */
export const inviteStaffHere = (show: (token: string) => void): Invite => ({
  ...inviteStaff,
  run: inviting(showLink(show)),
})

/**
 * Invites one of the first at the machine, while no two people ever had the passkeys to decide, and nobody could decide.
 * @throws Refusal SECOND_PAIR_NEEDED once two people had
 */
export const inviteFirstStaff = (show: (token: string) => void): Invite =>
  mutation<Context, InviteStaff, { id: number }>({
    operation: 'inviteFirstStaff',
    permit: ['operator'],
    withoutSecondPair: 'nobody could decide it: it is refused once two people had the passkeys to decide',
    security: true,
    run: inviting(async (tx, invited) => {
      if (!(await mayInviteAlone(tx))) throw new Refusal('SECOND_PAIR_NEEDED')
      await showLink(show)(tx, invited)
    }),
  })

function showLink(show: (token: string) => void): Deliver {
  return async (tx, { staffId, context }) => {
    const token = context.random.token()
    await storeInvitation(tx, staffId, token)
    show(token)
  }
}

export const storeInvitation = (tx: Transaction, staffId: number, token: string): Promise<number> =>
  run(
    tx,
    'staff.people.invite',
    `insert into staff_invitation (token_hash, staff_id, expires_at)
     values ($1, $2, app_now() + make_interval(secs => $3))`,
    [hashToken(token), staffId, invitationSeconds],
  )

/** Ends the links of a person that nobody has used. */
export const endInvitations = (tx: Transaction, staffId: number): Promise<number> =>
  run(
    tx,
    'staff.people.end_invitations',
    'update staff_invitation set used_at = app_now() where staff_id = $1 and used_at is null',
    [staffId],
  )

/** Whether fewer than two people ever had the passkeys to decide; revoked ones count, so that this ends once for all. */
export async function mayInviteAlone(tx: Queryable): Promise<boolean> {
  const { deciders } = await one<{ deciders: number }>(
    tx,
    'staff.people.ever_decided',
    `select count(*) as deciders from (
       select staff_id from staff_passkey group by staff_id having count(*) >= $1) able`,
    [passkeysToDecide],
  )
  return deciders < 2
}

/** The person of a link that holds. */
export async function findInvited(db: Queryable, token: string): Promise<{ staffId: number; name: string }> {
  const found = await maybe<{ staffId: number; name: string }>(
    db,
    'staff.people.find_invited',
    `select s.id as "staffId", s.name from staff_invitation i join staff s on s.id = i.staff_id
      where i.token_hash = $1 and i.used_at is null and i.expires_at > app_now()`,
    [hashToken(token)],
  )
  return required(found, 'INVITATION_ENDED')
}
