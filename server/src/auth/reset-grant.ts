import { maybe, type Queryable, run } from '../platform/db/database.ts'

/** Carries the right to set a new password from the match to the reset; ten minutes to think of one. */
export const resetCookie = { name: 'reset', seconds: 600 }

/** Keeps that a browser has matched the code of this number. */
export async function keepResetGrant(
  tx: Queryable,
  grant: { lenderId: number; phone: string; tokenHash: Buffer },
): Promise<void> {
  await run(
    tx,
    'auth.keep_reset_grant',
    `insert into reset_grant (lender_id, phone, token_hash, expires_at)
     values ($1, $2, $3, app_now() + $4 * interval '1 second')`,
    [grant.lenderId, grant.phone, grant.tokenHash, resetCookie.seconds],
  )
}

/** Whose password this right is for, while it lives. */
export function findResetGrant(
  db: Queryable,
  grant: { tokenHash: Buffer; phone: string },
): Promise<{ lenderId: number } | undefined> {
  return maybe<{ lenderId: number }>(
    db,
    'auth.find_reset_grant',
    `select lender_id as "lenderId" from reset_grant
      where token_hash = $1 and phone = $2 and used_at is null and expires_at > app_now()`,
    [grant.tokenHash, grant.phone],
  )
}

/** Uses the right up, once. */
export function useResetGrant(
  tx: Queryable,
  grant: { tokenHash: Buffer; phone: string },
): Promise<{ lenderId: number } | undefined> {
  return maybe<{ lenderId: number }>(
    tx,
    'auth.use_reset_grant',
    `update reset_grant set used_at = app_now()
      where token_hash = $1 and phone = $2 and used_at is null and expires_at > app_now()
      returning lender_id as "lenderId"`,
    [grant.tokenHash, grant.phone],
  )
}

/** Takes back every right that is still open for a lender: the password has just been set. */
export async function dropResetGrants(tx: Queryable, lenderId: number): Promise<void> {
  await run(
    tx,
    'auth.drop_reset_grants',
    'delete from reset_grant where lender_id = $1 and used_at is null',
    [lenderId],
  )
}
