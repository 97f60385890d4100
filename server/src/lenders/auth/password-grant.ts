import type { ActorOf } from '../../platform/audit/audit.ts'
import { run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'

/**
 * Actions that require a password check. The check does not name the action, so a grant is valid for any one of them.
 */
export type GrantPurpose = 'WITHDRAWAL' | 'BULK_FUNDING'

const grantSeconds = 120

/** Stores a grant for this session, replacing an earlier one. */
export async function insertGrant(
  tx: Transaction,
  who: { lenderId: number; session: Buffer },
): Promise<void> {
  await run(
    tx,
    'lenders.auth.give_grant',
    `insert into password_grant (lender_id, session_hash, expires_at)
     values ($1, $2, app_now() + $3 * interval '1 second')
     on conflict (lender_id, session_hash) do update
       set created_at = app_now(), expires_at = excluded.expires_at, used_at = null, used_for = null`,
    [who.lenderId, who.session, grantSeconds],
  )
}

/**
 * Consumes the session's password grant in the transaction of the action it allows, so that a rollback leaves it
 * unused. Of several concurrent calls only one succeeds.
 * @param actor with the session that the password was checked in
 * @throws Refusal PASSWORD_CHECK_REQUIRED if this live session has no grant, or its grant has expired or was used.
 */
export async function consumeGrant(
  tx: Transaction,
  { lenderId, session }: ActorOf<'lender'>,
  purpose: GrantPurpose,
): Promise<void> {
  if (!session) throw new Error('a grant belongs to a session')
  const used = await run(
    tx,
    'lenders.auth.consume_grant',
    `update password_grant g set used_at = app_now(), used_for = $3
       from (select token_hash from session where token_hash = $2 and ended_at is null for share) live
      where g.lender_id = $1 and g.session_hash = live.token_hash and g.used_at is null and g.expires_at > app_now()`,
    [lenderId, session, purpose],
  )
  if (used === 0) throw new Refusal('PASSWORD_CHECK_REQUIRED')
}
