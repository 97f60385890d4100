import { one } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Context } from '../context.ts'

/**
 * Adds the pending changes of the list to the counts of the marketplace. Until then readers add them up themselves. If
 * several workers run it at once, only one does the work.
 * @returns how many changes were folded
 */
export function foldListing({ db }: Pick<Context, 'db'>): Promise<number> {
  return inTransaction(db, { repeatable: true }, async (tx) => {
    const { folded } = await one<{ folded: number }>(
      tx,
      'marketplace.fold',
      'select fold_listing() as folded',
    )
    return folded
  })
}
