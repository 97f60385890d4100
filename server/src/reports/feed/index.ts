import type { Queryable } from '../../platform/db/database.ts'
import {
  changesAfter,
  type FeedCursor,
  type FeedKind,
  feedKinds,
  formatCursor,
  wasRestored,
} from './changes.ts'
import { type FeedState, statesOf } from './states.ts'

export { type FeedCursor, readCursor } from './changes.ts'

/** Changes read per query. */
const page = 1000

const beginning: FeedCursor = { transaction: '0', kind: 'BORROWER', ref: '' }

/** A line of the feed. The same thing may come again, and never with an older state than before. */
export type FeedLine = { cursor: string; kind: FeedKind; state: FeedState }

/**
 * Lenders, borrowers, loans and fundings after a place, in the order of their last change, each as it is now.
 * @throws if the database was restored into another server since that place
 */
export async function* feedLines(
  db: Queryable,
  after: FeedCursor = beginning,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<FeedLine> {
  if (await wasRestored(db, after))
    throw new Error(
      'Transaksi database ini dimulai dari awal sejak kursor itu, misalnya setelah cadangan dipulihkan: urutannya tidak dapat disambung. Mulai lagi tanpa --after.',
    )
  let left = limit
  for (let from = after; left > 0; ) {
    const size = Math.min(page, left)
    const changes = await changesAfter(db, from, size)
    const states = new Map(
      await Promise.all(
        feedKinds.map(async (kind) => {
          const refs = changes.filter((one) => one.kind === kind).map(({ ref }) => ref)
          const found: ReadonlyMap<string, FeedState> =
            refs.length > 0 ? await statesOf(db, kind, refs) : new Map<string, FeedState>()
          return [kind, found] as const
        }),
      ),
    )
    for (const change of changes) {
      const state = states.get(change.kind)?.get(change.ref)
      if (state) yield { cursor: formatCursor(change), kind: change.kind, state }
    }
    left -= changes.length
    const last = changes.at(-1)
    if (!last || changes.length < size) return
    from = last
  }
}
