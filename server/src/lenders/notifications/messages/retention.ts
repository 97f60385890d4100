import { type Database, run } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { deleteOldContacts } from './former-address.ts'

/** Deletes messages 90 days after they were sent or abandoned, and former addresses. The notices in them are kept. */
export async function deleteOldMessages(db: Database): Promise<void> {
  const step = () =>
    inTransaction(db, { repeatable: true }, (tx) =>
      run(
        tx,
        'lenders.notifications.retention_message',
        `delete from notification_message where id in (
           select id from notification_message where ended_at < app_now() - interval '90 days' limit 5000)`,
      ),
    )
  while ((await step()) > 0);
  await inTransaction(db, { repeatable: true }, (tx) => deleteOldContacts(tx))
}
