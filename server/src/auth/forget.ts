import { type Database, run } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { forgetFullBuckets } from '../platform/limits/limits.ts'

/**
 * Forgets what is over: codes and grants after a day, sessions 90 days after their end, browsers that were not used for
 * 180 days, and full limits. The audit trail keeps what has to be kept.
 */
export async function forgetOld(db: Database): Promise<void> {
  await inTransaction(db, { repeatable: true }, async (tx) => {
    await run(tx, 'forget.otp', `delete from otp where expires_at < app_now() - interval '1 day'`)
    await run(tx, 'forget.reset', `delete from reset_grant where expires_at < app_now() - interval '1 day'`)
    await run(
      tx,
      'forget.grant',
      `delete from password_grant where expires_at < app_now() - interval '1 day'`,
    )
    await run(
      tx,
      'forget.session',
      `delete from session where coalesce(ended_at, ends_at) < app_now() - interval '90 days'`,
    )
    await run(tx, 'forget.device', `delete from known_device where seen_at < app_now() - interval '180 days'`)
  })
  while ((await forgetFullBuckets(db)) > 0);
}
