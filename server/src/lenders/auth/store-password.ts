import { run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { MutationContext } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { notifyByMessage } from './notify.ts'
import { deleteSteps } from './step-store.ts'
import { deleteResetGrants } from './reset-grant.ts'
import { endSessions, replaceToken, setPasswordHash } from './store.ts'

export type NewPassword = {
  lenderId: number
  passwordHash: string
  /** The password hash that was checked; null if the change needed no password check. */
  before: string | null
  /** The session in which the right password was given; it continues under a new token. */
  keepSession: { before: Buffer; next: Buffer } | null
}

/**
 * Stores a new password hash, ends the other sessions, revokes grants of the old password and notifies the lender,
 * because an attacker may have made the change.
 * @throws Refusal PASSWORD_WRONG if the password was changed since it was checked, SESSION_ENDED if the session that
 *   should continue has ended.
 */
export async function storeNewPassword(
  tx: Transaction,
  context: MutationContext,
  { lenderId, passwordHash, before, keepSession }: NewPassword,
): Promise<void> {
  if ((await setPasswordHash(tx, lenderId, passwordHash, before)) === 0) throw new Refusal('PASSWORD_WRONG')
  await endSessions(tx, lenderId, keepSession?.before ?? null)
  if (keepSession && (await replaceToken(tx, keepSession.before, keepSession.next)) === 0)
    throw new Refusal('SESSION_ENDED')
  await run(
    tx,
    'lenders.auth.delete_grants',
    'delete from password_grant where lender_id = $1 and used_at is null',
    [lenderId],
  )
  await deleteResetGrants(tx, lenderId)
  await deleteSteps(tx, lenderId)
  await notifyByMessage(tx, context, 'auth.tell_password_set', { lenderId })
}
