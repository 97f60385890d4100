import { type Database, run } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'

/** Forgets tokens an hour after their end, and the external ids of calls after a week: they count for a day. */
export async function forgetCalls(db: Database): Promise<void> {
  await inTransaction(db, { repeatable: true }, async (tx) => {
    await run(
      tx,
      'snap.forget_tokens',
      `delete from bank_token where expires_at < app_now() - interval '1 hour'`,
    )
    await run(
      tx,
      'snap.forget_external_ids',
      `delete from bank_external_id where day < business_day(app_now()) - 7`,
    )
  })
}
