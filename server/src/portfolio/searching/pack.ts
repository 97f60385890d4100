import type { Context } from '../../context.ts'
import { many } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

/** A lender with as many changed fundings is packed at once; others when a minute has passed. */
const manyTouched = 200
const minute = 60_000
/** The pause after each run as a multiple of its duration, to limit the use of CPU time. */
const restFor = 4

/**
 * Packs the changed fundings of lenders, each in a transaction of its own. If several workers run it concurrently, a lender is
 * packed by one of them.
 * @param least how many changed fundings a lender must have
 */
export async function packPortfolios(
  { db }: Pick<Context, 'db'>,
  least: number,
  signal?: AbortSignal,
): Promise<void> {
  const lenders = await many<{ lenderId: number }>(
    db,
    'portfolio.touched',
    `select lender_id as "lenderId" from portfolio_touch group by lender_id having count(*) >= $1
      order by count(*) desc`,
    [least],
  )
  for (const { lenderId } of lenders) {
    if (signal?.aborted) return
    await inTransaction(db, { repeatable: true }, (tx) =>
      many(tx, 'portfolio.pack', 'select pack_portfolio($1)', [lenderId]),
    )
  }
}

/** A task that packs lenders with many changes each time, all once a minute, and pauses after it has worked for long. */
export function makePortfolioPacker(
  context: Pick<Context, 'db' | 'clock'>,
  signal: AbortSignal,
): () => Promise<void> {
  const now = () => context.clock.now().getTime()
  let restsUntil = 0
  let allDue = 0
  return async () => {
    const began = now()
    if (began < restsUntil) return
    const isAll = began >= allDue
    await packPortfolios(context, isAll ? 1 : manyTouched, signal)
    if (isAll) allDue = began + minute
    restsUntil = now() + restFor * (now() - began)
  }
}
