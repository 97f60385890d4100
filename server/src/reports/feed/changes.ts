import { many, one, type Queryable } from '../../platform/db/database.ts'

export const feedKinds = ['BORROWER', 'FUNDING', 'LENDER', 'LOAN'] as const
export type FeedKind = (typeof feedKinds)[number]

/** A place in the feed: everything up to it was read. */
export type FeedCursor = { transaction: string; kind: FeedKind; ref: string }

export const formatCursor = ({ transaction, kind, ref }: FeedCursor): string =>
  `${transaction}.${kind}.${ref}`

/** The place that a cursor names, or null. */
export function readCursor(text: string): FeedCursor | null {
  const [, transaction = '', kind = '', ref = ''] =
    /^(\d{1,19})\.([A-Z]{4,8})\.([0-9a-f-]{1,36})$/.exec(text) ?? []
  const known = feedKinds.find((name) => name === kind)
  return known && ref !== '' && (known === 'FUNDING' || /^\d{1,18}$/.test(ref))
    ? { transaction, kind: known, ref }
    : null
}

/**
 * What changed after a place, in the order of transactions. Only transactions count that began before all that still run:
 * one that commits later has a higher number than every place given out, so a reader misses none. What changed again stands
 * only at its last change.
 */
export const changesAfter = (
  db: Queryable,
  { transaction, kind, ref }: FeedCursor,
  limit: number,
): Promise<FeedCursor[]> =>
  many<FeedCursor>(
    db,
    'reports.feed.changes',
    `select transaction::text as transaction, kind, ref from feed_change
      where (transaction, kind, ref) > ($1::xid8, $2, $3) and transaction < pg_snapshot_xmin(pg_current_snapshot())
      order by feed_change.transaction, kind, ref limit $4`,
    [transaction, kind, ref, limit],
  )

/**
 * Whether the numbers of transactions began anew under the feed, as after a dump that was restored into another server:
 * no place given out before means anything then.
 */
export async function wasRestored(db: Queryable, { transaction }: FeedCursor): Promise<boolean> {
  const { ahead } = await one<{ ahead: boolean }>(
    db,
    'reports.feed.ahead',
    `select greatest($1::xid8, (select transaction from feed_change order by 1 desc limit 1))
              >= pg_snapshot_xmax(pg_current_snapshot()) as ahead`,
    [transaction],
  )
  return ahead
}
