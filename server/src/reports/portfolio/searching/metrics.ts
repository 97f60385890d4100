import type { Context } from '../../../context.ts'
import { one } from '../../../platform/db/database.ts'
import { gauge } from '../../../platform/metrics/metrics.ts'

const heads = {
  pematang_portfolio_changes_waiting: gauge(
    'Changed fundings of large portfolios that are not packed for searching yet.',
  ),
  pematang_portfolio_changes_oldest_seconds: gauge('Age of the oldest of these changes.'),
}

/**
 * Gauges of the changed fundings that wait to be packed, read at each scrape. The HTTP process reports them too, because
 * a worker that is gone reports nothing.
 */
export function watch({ db, metrics }: Pick<Context, 'db' | 'metrics'>): void {
  metrics.set('portfolios', heads, async () => {
    const { waiting, age } = await one<{ waiting: number; age: number }>(
      db,
      'reports.portfolio.metrics',
      `select count(*) as waiting, coalesce(extract(epoch from app_now() - min(touched_at)), 0)::float8 as age
         from portfolio_touch`,
    )
    return {
      pematang_portfolio_changes_waiting: [{ value: waiting }],
      pematang_portfolio_changes_oldest_seconds: [{ value: Math.max(0, age) }],
    }
  })
}
