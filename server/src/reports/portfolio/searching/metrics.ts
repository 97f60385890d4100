import type { Context } from '../../../context.ts'
import { one } from '../../../platform/db/database.ts'

/**
 * Gauges of the changed fundings that wait to be packed, read at each scrape. The HTTP process reports them too, because
 * a worker that is gone reports nothing.
 */
export function watchPortfolios({ db, metrics }: Pick<Context, 'db' | 'metrics'>): void {
  metrics.set('portfolios', async () => {
    const { waiting, age } = await one<{ waiting: number; age: number }>(
      db,
      'reports.portfolio.metrics',
      `select count(*) as waiting, coalesce(extract(epoch from app_now() - min(touched_at)), 0)::float8 as age
         from portfolio_touch`,
    )
    return [
      {
        name: 'pematang_portfolio_changes_waiting',
        help: 'Changed fundings of large portfolios that are not packed for searching yet.',
        type: 'gauge',
        samples: [{ value: waiting }],
      },
      {
        name: 'pematang_portfolio_changes_oldest_seconds',
        help: 'Age of the oldest of these changes.',
        type: 'gauge',
        samples: [{ value: Math.max(0, age) }],
      },
    ]
  })
}
