import { type Database, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { deleteExpiredFactorData } from '../factors/index.ts'
import { deleteFullBuckets } from '../../platform/rate-limit/rate-limit.ts'

/**
 * Deletes codes and grants a day after they expired, sessions 90 days after their end, browsers unused for 180 days,
 * and full rate limit buckets. The audit trail keeps what must be retained.
 */
export async function deleteExpiredAuthData(db: Database): Promise<void> {
  await inTransaction(db, { repeatable: true }, async (tx) => {
    await run(
      tx,
      'lenders.auth.retention_otp',
      `delete from otp where expires_at < app_now() - interval '1 day'`,
    )
    await run(
      tx,
      'lenders.auth.retention_reset',
      `delete from reset_grant where expires_at < app_now() - interval '1 day'`,
    )
    await run(
      tx,
      'lenders.auth.retention_grant',
      `delete from password_grant where expires_at < app_now() - interval '1 day'`,
    )
    await run(
      tx,
      'lenders.auth.retention_step',
      `delete from login_step where expires_at < app_now() - interval '1 day'`,
    )
    await deleteExpiredFactorData(tx)
    await run(
      tx,
      'lenders.auth.retention_session',
      `delete from session where coalesce(ended_at, ends_at) < app_now() - interval '90 days'`,
    )
    await run(
      tx,
      'lenders.auth.retention_device',
      `delete from known_device where seen_at < app_now() - interval '180 days'`,
    )
  })
  while ((await deleteFullBuckets(db)) > 0);
}
