import type { Context } from '../../../context.ts'
import { many } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

/** From so many changed fundings a lender is packed at once; with fewer, within a minute. */
const urgentChanges = 200
const minute = 60_000
/** The pause after each run as a multiple of its duration, to limit the use of CPU time. */
const pauseFactor = 4

/**
 * Packs the changed fundings of lenders, one transaction for each lender. Several workers may run this concurrently:
 * each lender is packed by one of them.
 * @param least how many changed fundings a lender must have
 */
export async function packPortfolios(
  { db }: Pick<Context, 'db'>,
  least: number,
  signal?: AbortSignal,
): Promise<void> {
  const lenders = await many<{ lenderId: number }>(
    db,
    'reports.portfolio.touched',
    `select lender_id as "lenderId" from portfolio_touch group by lender_id having count(*) >= $1
      order by count(*) desc`,
    [least],
  )
  for (const { lenderId } of lenders) {
    if (signal?.aborted) return
    await inTransaction(db, { repeatable: true }, (tx) =>
      many(tx, 'reports.portfolio.pack', 'select pack_portfolio($1)', [lenderId]),
    )
  }
}

/**
 * Returns a task for the worker. Each run packs the lenders with many changes, and once a minute all lenders with
 * changes; after a run that took long the task pauses.
 */
export function makePortfolioPacker(
  context: Pick<Context, 'db' | 'clock'>,
  signal: AbortSignal,
): () => Promise<void> {
  const now = () => context.clock.now().getTime()
  let pausedUntil = 0
  let nextFullRun = 0
  return async () => {
    const began = now()
    if (began < pausedUntil) return
    const isFullRun = began >= nextFullRun
    await packPortfolios(context, isFullRun ? 1 : urgentChanges, signal)
    if (isFullRun) nextFullRun = began + minute
    pausedUntil = now() + pauseFactor * (now() - began)
  }
}
