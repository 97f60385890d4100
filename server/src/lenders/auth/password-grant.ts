import { type ActorOf, personOf } from '../../platform/audit/audit.ts'
import { many, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'

/**
 * Actions that require a check of the password or the second factor. The check does not name the action, so a grant is
 * valid for any one of them.
 */
export type GrantPurpose =
  | 'WITHDRAWAL'
  | 'BULK_FUNDING'
  | 'FUNDING'
  | 'STRATEGY'
  | 'SESSIONS'
  | 'FACTORS'
  | 'COMPANY'
  | 'BANK_ACCOUNT'
  | 'CALL_BACK'
  | 'KEYS'

export const grantSeconds = 120

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
  actor: ActorOf<'lender'>,
  purpose: GrantPurpose,
): Promise<void> {
  const { session } = actor
  if (!session) throw new Error('a grant belongs to a session')
  const used = await run(
    tx,
    'lenders.auth.consume_grant',
    `update password_grant g set used_at = app_now(), used_for = $3
       from (select token_hash from session where token_hash = $2 and ended_at is null for share) live
      where g.lender_id = $1 and g.session_hash = live.token_hash and g.used_at is null and g.expires_at > app_now()`,
    [personOf(actor), session, purpose],
  )
  if (used === 0) throw new Refusal('PASSWORD_CHECK_REQUIRED')
}

/** A live session of a lender, in which a password may have been given. */
export type GrantSession = { lenderId: number; session: Buffer }

/**
 * Locks the unused grants of these sessions, for a batch that decides afterwards which of them it uses.
 * @returns the sessions that have one, in hexadecimal
 */
export async function lockGrants(tx: Transaction, asked: readonly GrantSession[]): Promise<Set<string>> {
  const rows = await many<{ session: Buffer }>(
    tx,
    'lenders.auth.lock_grants',
    `select g.session_hash as session
       from password_grant g join session s on s.token_hash = g.session_hash and s.ended_at is null
      where (g.lender_id, g.session_hash) in (select * from unnest($1::bigint[], $2::bytea[]))
        and g.used_at is null and g.expires_at > app_now()
      order by g.lender_id, g.session_hash for update of g`,
    [asked.map(({ lenderId }) => lenderId), asked.map(({ session }) => session)],
  )
  return new Set(rows.map(({ session }) => session.toString('hex')))
}

/** Uses up grants that `lockGrants` has locked. */
export async function useGrants(
  tx: Transaction,
  used: readonly GrantSession[],
  purpose: GrantPurpose,
): Promise<void> {
  await run(
    tx,
    'lenders.auth.use_grants',
    `update password_grant set used_at = app_now(), used_for = $3
      where (lender_id, session_hash) in (select * from unnest($1::bigint[], $2::bytea[])) and used_at is null`,
    [used.map(({ lenderId }) => lenderId), used.map(({ session }) => session), purpose],
  )
}
