import { type Database, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

/** Deletes tokens an hour after they expire, and external ids of calls after a week. */
export async function deleteExpiredCalls(db: Database): Promise<void> {
  await inTransaction(db, { repeatable: true }, async (tx) => {
    await run(
      tx,
      'cash.snap.delete_tokens',
      `delete from bank_token where expires_at < app_now() - interval '1 hour'`,
    )
    await run(
      tx,
      'cash.snap.delete_external_ids',
      `delete from bank_external_id where day < business_day(app_now()) - 7`,
    )
  })
}
