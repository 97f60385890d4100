import { type Queryable, run } from '../../platform/db/database.ts'

/** Deletes challenges, grants and secrets that nobody confirmed, a day after they expired. */
export async function deleteExpiredFactorData(tx: Queryable): Promise<void> {
  await run(
    tx,
    'lenders.factors.retention_challenge',
    `delete from factor_challenge where expires_at < app_now() - interval '1 day'`,
  )
  await run(
    tx,
    'lenders.factors.retention_grant',
    `delete from factor_grant where expires_at < app_now() - interval '1 day'`,
  )
  await run(
    tx,
    'lenders.factors.retention_offer',
    `delete from totp_offer where expires_at < app_now() - interval '1 day'`,
  )
}
