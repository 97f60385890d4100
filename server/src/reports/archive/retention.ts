import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { recordArchiveEnd } from './make-archive.ts'
import { deleteExpired, findStalled } from './store.ts'

/** Marks archives as failed that were not finished within a day, and deletes expired ones. */
export async function cleanArchives(context: Context): Promise<void> {
  for (const { id, attempt, done } of await findStalled(context.db)) {
    const input = { id, attempt, done, state: 'FAILED' as const }
    await perform(context, recordArchiveEnd, { actor: { kind: 'system' }, input })
  }
  while ((await inTransaction(context.db, { repeatable: true }, deleteExpired)) > 0);
}
