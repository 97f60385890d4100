import { type Database, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

const batch = 5_000

/** Deletes notices two years after they were created. The history and the audit trail keep the events themselves. */
export async function deleteOldNotices(db: Database): Promise<void> {
  let deleted: number
  do {
    deleted = await inTransaction(db, { repeatable: true }, (tx) =>
      run(
        tx,
        'lenders.notifications.retention_notice',
        `delete from notice where ctid = any (array (
           select ctid from notice where created_at < app_now() - interval '2 years' limit $1))`,
        [batch],
      ),
    )
  } while (deleted === batch)
}
