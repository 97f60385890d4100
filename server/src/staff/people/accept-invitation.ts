import type { Attestation } from '@pematang/contract/webauthn'
import type { Context } from '../../context.ts'
import { lockStaff } from '../../platform/approvals/decision.ts'
import type { Origin } from '../../platform/audit/audit.ts'
import { mutation } from '../../platform/commands/command.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { perform } from '../../platform/commands/perform.ts'
import { run } from '../../platform/db/database.ts'
import { keyName, type NewPasskey } from '../../platform/passkeys/verify.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/token.ts'
import { insertPasskey, verifyAttestation } from '../passkeys/index.ts'
import { findInvited } from './invite.ts'
import { type NewSession, startSession } from './login.ts'
import { recordingRefusal } from './use-passkey.ts'

type Accepted = { staffId: number; invitation: Buffer; passkey: NewPasskey; session: NewSession }

/**
 * Registers the first passkey of whoever has the link of an invitation, once, and logs them in.
 * @returns the token of the session
 * @throws Refusal INVITATION_ENDED, STAFF_SUSPENDED, PASSKEY_…
 */
export async function acceptInvitation(
  context: Context,
  { token, label, attestation }: { token: string; label: string; attestation: Attestation },
  origin: Origin,
): Promise<string> {
  const { staffId } = await findInvited(context.db, token)
  const purpose = { purpose: 'PASSKEY', staffId, subject: null } as const
  const passkey = await recordingRefusal(context, purpose, origin, () =>
    verifyAttestation(context, { attestation, label }, purpose),
  )
  const session = context.random.token()
  await perform(context, storeFirstPasskey, {
    actor: staffActor(staffId),
    input: {
      ...{ staffId, passkey, invitation: hashToken(token) },
      session: { tokenHash: hashToken(session), id: context.random.uuid(), passkey: passkey.id },
    },
    ...origin,
  })
  return session
}

const storeFirstPasskey = mutation<Context, Accepted, null>({
  operation: 'acceptInvitation',
  permit: ['operator'],
  withoutSecondPair: 'the invitation was decided',
  security: true,
  async run(tx, { staffId, invitation, passkey, session }) {
    await lockStaff(tx)
    const used = await run(
      tx,
      'staff.people.use_invitation',
      `update staff_invitation set used_at = app_now()
        where token_hash = $1 and staff_id = $2 and used_at is null and expires_at > app_now()`,
      [invitation, staffId],
    )
    if (used === 0) throw new Refusal('INVITATION_ENDED')
    await insertPasskey(tx, staffId, passkey)
    await startSession(tx, staffId, session)
    return {
      answer: null,
      subject: `staff:${staffId}`,
      detail: { session: session.id, key: keyName(passkey) },
    }
  },
})
