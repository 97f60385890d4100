import { type ActorOf, personOf } from '../../platform/audit/audit.ts'
import { maybe, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { consumeGrant, type GrantPurpose, grantSeconds } from './password-grant.ts'

/** Stores a grant of the second factor for this session, replacing an earlier one. */
export async function insertFactorGrant(
  tx: Transaction,
  who: { lenderId: number; session: Buffer },
): Promise<void> {
  await run(
    tx,
    'lenders.auth.give_factor_grant',
    `insert into factor_grant (lender_id, session_hash, expires_at)
     values ($1, $2, app_now() + $3 * interval '1 second')
     on conflict (lender_id, session_hash) do update
       set expires_at = excluded.expires_at, used_at = null, used_for = null`,
    [who.lenderId, who.session, grantSeconds],
  )
}

/**
 * Consumes the session's grant of the second factor in the transaction of the action it allows, so that a rollback leaves
 * it unused. Of several concurrent calls only one succeeds.
 * @throws Refusal FACTOR_CHECK_REQUIRED if this live session has none, or it has expired or was used.
 */
export async function consumeFactorGrant(
  tx: Transaction,
  { lenderId, session }: { lenderId: number; session: Buffer },
  purpose: GrantPurpose,
): Promise<void> {
  const used = await run(
    tx,
    'lenders.auth.consume_factor_grant',
    `update factor_grant g set used_at = app_now(), used_for = $3
       from (select token_hash from session where token_hash = $2 and ended_at is null for share) live
      where g.lender_id = $1 and g.session_hash = live.token_hash and g.used_at is null and g.expires_at > app_now()`,
    [lenderId, session, purpose],
  )
  if (used === 0) throw new Refusal('FACTOR_CHECK_REQUIRED')
}

/**
 * Asks for proof of now before an act that opens or redirects an account: the second factor of a lender who has one, the
 * password of the others. Locks the lender's row, so that no factor changes meanwhile.
 * @param actor with the session that the proof was given in
 * @throws Refusal FACTOR_CHECK_REQUIRED, PASSWORD_CHECK_REQUIRED
 */
export async function requireFreshProof(
  tx: Transaction,
  actor: ActorOf<'lender'>,
  purpose: GrantPurpose,
): Promise<void> {
  const { session } = actor
  const lenderId = personOf(actor)
  if (!session) throw new Error('a grant belongs to a session')
  const row = await maybe<{ hasFactor: boolean }>(
    tx,
    'lenders.auth.lock_factor',
    'select second_factor as "hasFactor" from lender where id = $1 for no key update',
    [lenderId],
  )
  if (required(row, 'SESSION_ENDED').hasFactor) await consumeFactorGrant(tx, { lenderId, session }, purpose)
  else await consumeGrant(tx, actor, purpose)
}
