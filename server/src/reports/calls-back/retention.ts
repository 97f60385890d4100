import { type Database, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

/** Deletes what came of calls, 30 days after them. */
export async function deleteOldTries(db: Database): Promise<void> {
  const step = () =>
    inTransaction(db, { repeatable: true }, (tx) =>
      run(
        tx,
        'reports.calls-back.retention',
        `delete from call_back_try where id in (
           select id from call_back_try where at < app_now() - interval '30 days' limit 5000)`,
      ),
    )
  while ((await step()) > 0);
}
