import type { Actor } from '../platform/audit/audit.ts'
import { run } from '../platform/db/database.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { Refusal } from '../platform/refusal.ts'

/** What a checked password can be used for. The call that checks it does not say which, so one grant serves any, once. */
export type GrantPurpose = 'WITHDRAWAL' | 'BULK_FUNDING'

const grantSeconds = 120

/** Notes that this session has just shown the password. A newer grant takes the place of the one before. */
export async function giveGrant(tx: Transaction, who: { lenderId: number; session: Buffer }): Promise<void> {
  await run(
    tx,
    'auth.give_grant',
    `insert into password_grant (lender_id, session_hash, expires_at)
     values ($1, $2, app_now() + $3 * interval '1 second')
     on conflict (lender_id, session_hash) do update
       set created_at = app_now(), expires_at = excluded.expires_at, used_at = null, used_for = null`,
    [who.lenderId, who.session, grantSeconds],
  )
}

/**
 * Uses up the grant that a checked password gave to the actor's session, in the transaction of what it allows: a
 * verb that is refused or undone leaves it. Of calls at the same time one gets it.
 * @param actor the lender with its session: `{ kind: 'lender', lenderId, session: identity.tokenHash }`.
 * @throws Refusal PASSWORD_CHECK_REQUIRED where this live session has no grant, an old one, or has used it.
 */
export async function consumeGrant(tx: Transaction, actor: Actor, purpose: GrantPurpose): Promise<void> {
  const session = actor.kind === 'lender' ? actor.session : undefined
  if (actor.kind !== 'lender' || !session) throw new Error('a grant belongs to a session')
  const used = await run(
    tx,
    'auth.consume_grant',
    `update password_grant g set used_at = app_now(), used_for = $3
       from (select token_hash from session where token_hash = $2 and ended_at is null for share) live
      where g.lender_id = $1 and g.session_hash = live.token_hash and g.used_at is null and g.expires_at > app_now()`,
    [actor.lenderId, session, purpose],
  )
  if (used === 0) throw new Refusal('PASSWORD_CHECK_REQUIRED')
}
