import type { Context } from '../context.ts'
import { one } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'

const touchesAtOnce = 20_000
/** The share of the time that folding may take: it rests this many times as long as it took. */
const restFor = 20

/**
 * Brings up to date what sorted and filtered pages of the marketplace are read from, for the loans that have changed. If
 * several workers run it at once, only one does the work.
 * @returns how many changes were folded
 */
export function foldEntries({ db }: Pick<Context, 'db'>): Promise<number> {
  return inTransaction(db, { repeatable: true }, async (tx) => {
    const { folded } = await one<{ folded: number }>(
      tx,
      'marketplace.fold_entries',
      'select fold_entries($1) as folded',
      [touchesAtOnce],
    )
    return folded
  })
}

/** Folds all changes that wait, and rests afterwards, so that many fundings at once cost it no more of the processor. */
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
