import { run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deleteKnownDevices } from './device.ts'
import { revokeAllKeys } from '../keys/index.ts'
import { deleteSteps } from './step-store.ts'
import { deleteResetGrants } from './reset-grant.ts'
import { endSessions, type LenderState } from './store.ts'

/**
 * Refuses actions of a suspended or closed account.
 * @throws Refusal LENDER_SUSPENDED, LENDER_CLOSED
 */
export function assertMayAct(state: LenderState): void {
  if (state === 'SUSPENDED') throw new Refusal('LENDER_SUSPENDED')
  if (state === 'CLOSED') throw new Refusal('LENDER_CLOSED')
}

/**
 * Revokes every form of access to an account: sessions with their grants, begun logins, codes that were sent, reset grants and keys. The
 * caller has locked the lender's row, so a concurrent login waits.
 * @returns how many sessions ended
 */
export async function revokeAccess(tx: Transaction, lenderId: number): Promise<number> {
  const ended = await endSessions(tx, lenderId, null)
  await run(
    tx,
    'lenders.auth.delete_all_grants',
    'delete from password_grant where lender_id = $1 and used_at is null',
    [lenderId],
  )
  await deleteResetGrants(tx, lenderId)
  await deleteSteps(tx, lenderId)
  await run(
    tx,
    'lenders.auth.end_codes',
    'update otp set expires_at = app_now() where lender_id = $1 and expires_at > app_now()',
    [lenderId],
  )
  await deleteKnownDevices(tx, lenderId)
  await revokeAllKeys(tx, lenderId)
  return ended
}
