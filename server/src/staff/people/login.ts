import type { Assertion } from '@pematang/contract/webauthn'
import type { Context } from '../../context.ts'
import { lockStaff } from '../../platform/approvals/decision.ts'
import { rightsOf } from '../../platform/approvals/rights.ts'
import type { Origin } from '../../platform/audit/audit.ts'
import { mutation } from '../../platform/commands/command.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { perform } from '../../platform/commands/perform.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/token.ts'
import { findPasskey, type Purpose, verifyAssertion } from '../passkeys/index.ts'
import { insertStaffSession } from '../sessions/index.ts'
import { recordingRefusal } from './use-passkey.ts'

export type NewSession = { tokenHash: Buffer; id: string; passkey: string }

/**
 * Opens a session with what a passkey has signed, and with nothing else.
 * @returns the token of the session: opaque, 256 bits
 * @throws Refusal PASSKEY_…, or STAFF_SUSPENDED
 */
export async function logInWithPasskey(
  context: Context,
  assertion: Assertion,
  origin: Origin,
): Promise<string> {
  const purpose: Purpose = { purpose: 'LOGIN', staffId: null, subject: null }
  const { id, staffId } = await recordingRefusal(context, purpose, origin, () =>
    verifyAssertion(context, assertion, purpose),
  )
  const token = context.random.token()
  const session = { tokenHash: hashToken(token), id: context.random.uuid(), passkey: id }
  await perform(context, openConsoleSession, {
    actor: staffActor(staffId),
    input: { staffId, session },
    ...origin,
  })
  return token
}

/** Opens a session of a person whose passkey was verified just now. */
const openConsoleSession = mutation<Context, { staffId: number; session: NewSession }, null>({
  operation: 'openConsoleSession',
  permit: ['operator'],
  withoutSecondPair: 'a login gives no right that the person has not',
  security: true,
  async run(tx, { staffId, session }) {
    await lockStaff(tx)
    required(await findPasskey(tx, session.passkey), 'PASSKEY_UNKNOWN')
    await startSession(tx, staffId, session)
    return { answer: null, subject: `staff:${staffId}`, detail: { session: session.id } }
  },
})

/**
 * Inserts a session. The caller has locked the staff, so that nobody is suspended meanwhile.
 * @throws Refusal STAFF_SUSPENDED for a person without any right
 */
export async function startSession(tx: Transaction, staffId: number, session: NewSession): Promise<void> {
  if ((await rightsOf(tx, staffId)).length === 0) throw new Refusal('STAFF_SUSPENDED')
  await insertStaffSession(tx, { ...session, staffId })
}
