import { companyRolesOf } from '../../platform/approvals/company.ts'
import { one, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deleteKnownDevices } from './device.ts'
import { revokeKeysOf } from '../keys/index.ts'
import { deleteSteps } from './step-store.ts'
import { deleteResetGrants } from './reset-grant.ts'
import { endMemberSessions, endSessions, type LenderState } from './store.ts'

/**
 * Refuses actions of a suspended or closed account.
 * @throws Refusal LENDER_SUSPENDED, LENDER_CLOSED
 */
export function assertMayAct(state: LenderState): void {
  if (state === 'SUSPENDED') throw new Refusal('LENDER_SUSPENDED')
  if (state === 'CLOSED') throw new Refusal('LENDER_CLOSED')
}

/**
 * Refuses the logins of a company whose account is suspended or closed, and who has no role in it.
 * @param companyId null where a lender is alone
 * @throws Refusal LENDER_SUSPENDED, LENDER_CLOSED
 */
export async function assertCompanyMayAct(
  tx: Transaction,
  { lenderId, companyId }: { lenderId: number; companyId: number | null },
): Promise<void> {
  if (companyId === null) return
  if ((await companyRolesOf(tx, lenderId)).length === 0) throw new Refusal('LENDER_SUSPENDED')
  const { state } = await one<{ state: LenderState }>(
    tx,
    'lenders.auth.company_state',
    'select state from lender where id = $1 for share',
    [companyId],
  )
  assertMayAct(state)
}

/**
 * Revokes every form of access of a login: sessions with their grants, begun logins, codes that were sent, reset grants and the keys that
 * it made, also for a company. The caller has locked the lender's row, so a concurrent login waits.
 * @param withMembers false where only the company's own login ends, not its account with the keys that others made
 * @returns how many sessions ended
 */
export async function revokeAccess(
  tx: Transaction,
  lenderId: number,
  { withMembers = true }: { withMembers?: boolean } = {},
): Promise<number> {
  const own = await endSessions(tx, lenderId, null)
  // What ends the access of a company ends that of its members; of a member it is their own.
  const ended = own + (withMembers ? await endMemberSessions(tx, lenderId) : 0)
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
  await revokeKeysOf(tx, lenderId, { ofAccount: withMembers })
  return ended
}
