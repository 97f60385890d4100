import type { Context } from '../../context.ts'
import { one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

const touchesAtOnce = 20_000
/** The pause after each update as a multiple of its duration, to limit the use of CPU time. */
const restFor = 20

/**
 * Applies pending loan changes to the tables behind sorted and filtered pages of the marketplace. If several workers
 * run it concurrently, only one does the work.
 * @returns the number of applied changes
 */
export function foldEntries({ db }: Pick<Context, 'db'>): Promise<number> {
  return inTransaction(db, { repeatable: true }, async (tx) => {
    const { folded } = await one<{ folded: number }>(
      tx,
      'funding.marketplace.fold_entries',
      'select fold_entries($1) as folded',
      [touchesAtOnce],
    )
    return folded
  })
}

/** Applies all pending changes and pauses afterwards, so that many concurrent fundings do not increase its CPU time. */
export function makeEntriesFolder(context: Pick<Context, 'db' | 'clock'>): () => Promise<void> {
  const now = () => context.clock.now().getTime()
  let restsUntil = 0
  return async () => {
    const began = now()
    if (began < restsUntil) return
    while ((await foldEntries(context)) === touchesAtOnce);
    restsUntil = now() + restFor * (now() - began)
  }
}
