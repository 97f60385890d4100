import { maybe, type Queryable, run } from '../../platform/db/database.ts'
import { Lookup } from '../../platform/keys/personal-data.ts'

/** Cookie with the reset grant from the code match to the new password, valid for ten minutes. */
export const resetCookie = { name: 'reset', seconds: 600 }

export async function insertResetGrant(
  tx: Queryable,
  grant: { lenderId: number; phoneSearch: string; tokenHash: Buffer },
): Promise<void> {
  await run(
    tx,
    'lenders.auth.insert_reset_grant',
    `insert into reset_grant (lender_id, phone, token_hash, expires_at)
     values ($1, $2, $3, app_now() + $4 * interval '1 second')`,
    [grant.lenderId, grant.phoneSearch, grant.tokenHash, resetCookie.seconds],
  )
}

/** The lender of a password reset grant that is still valid. */
export function findResetGrant(
  db: Queryable,
  grant: { tokenHash: Buffer; phone: string },
): Promise<{ lenderId: number } | undefined> {
  return maybe<{ lenderId: number }>(
    db,
    'lenders.auth.find_reset_grant',
    `select lender_id as "lenderId" from reset_grant
      where token_hash = $1 and phone = any($2) and used_at is null and expires_at > app_now()`,
    [grant.tokenHash, new Lookup(grant.phone)],
  )
}

/** Consumes a password reset grant if its phone number still belongs to the same lender. */
export function consumeResetGrant(
  tx: Queryable,
  grant: { tokenHash: Buffer; phone: string },
): Promise<{ lenderId: number } | undefined> {
  return maybe<{ lenderId: number }>(
    tx,
    'lenders.auth.consume_reset_grant',
    `update reset_grant g set used_at = app_now()
      where token_hash = $1 and phone = any($2) and used_at is null and expires_at > app_now()
        and exists (select from lender l where l.id = g.lender_id and l.phone_search = g.phone)
      returning lender_id as "lenderId"`,
    [grant.tokenHash, new Lookup(grant.phone)],
  )
}

/** Revokes the unused password reset grants of a lender after a password change. */
export async function deleteResetGrants(tx: Queryable, lenderId: number): Promise<void> {
  await run(
    tx,
    'lenders.auth.delete_reset_grants',
    'delete from reset_grant where lender_id = $1 and used_at is null',
    [lenderId],
  )
}
