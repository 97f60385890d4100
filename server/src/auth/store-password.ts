import { run } from '../platform/db/database.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import type { MutationWorld } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import { dropResetGrants } from './reset-grant.ts'
import { endSessions, forgetWrongPasswords, setPasswordHash } from './store.ts'

export type NewPassword = {
  lenderId: number
  passwordHash: string
  /** The hash that was checked, where one was. */
  before: string | null
  /** The session that may go on: the right password was given in it. */
  keepSession: Buffer | null
}

/**
 * What every change of a password does: the new hash, the end of the other sessions and of what was granted under the
 * old password, and a message to the lender, who may not be the one who did it.
 * @throws Refusal PASSWORD_WRONG where the password was changed since it was checked.
 */
export async function storeNewPassword(
  tx: Transaction,
  world: MutationWorld,
  { lenderId, passwordHash, before, keepSession }: NewPassword,
): Promise<void> {
  if ((await setPasswordHash(tx, lenderId, passwordHash, before)) === 0) throw new Refusal('PASSWORD_WRONG')
  await endSessions(tx, lenderId, keepSession)
  if (keepSession) await forgetWrongPasswords(tx, keepSession)
  await run(tx, 'auth.drop_grants', 'delete from password_grant where lender_id = $1 and used_at is null', [
    lenderId,
  ])
  await dropResetGrants(tx, lenderId)
  await enqueue(tx, [
    { id: world.random.uuid(), kind: 'auth.tell_password_set', payload: { lenderId }, line: 'urgent' },
  ])
}
