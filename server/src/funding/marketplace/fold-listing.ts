import { one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Context } from '../../context.ts'

/**
 * Adds the pending changes to the stored counts of the marketplace list. Until then, readers add the changes
 * themselves. If several workers run it concurrently, only one does the work.
 * @returns how many changes were added
 */
export function foldListing({ db }: Pick<Context, 'db'>): Promise<number> {
  return inTransaction(db, { repeatable: true }, async (tx) => {
    const { folded } = await one<{ folded: number }>(
      tx,
      'funding.marketplace.fold',
      'select fold_listing() as folded',
    )
    return folded
  })
}
