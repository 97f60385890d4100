import type { Context } from '../../context.ts'
import { one, type Queryable } from '../../platform/db/database.ts'
import { gauge } from '../../platform/metrics/metrics.ts'

/**
 * The number of statements that are due and not issued, and for how many seconds the oldest has been due. Only
 * incomplete months are read.
 */
export const missingStatements = (db: Queryable): Promise<{ missing: number; age: number }> =>
  one(
    db,
    'reports.statements.due',
    `select count(l.id) as missing, coalesce(extract(epoch from app_now() - min(d.created_at)
              filter (where l.id is not null)), 0)::float8 as age
       from day_close d
       left join lender l on l.created_at < (d.date + 1)::timestamp at time zone 'Asia/Jakarta' and not l.is_member
        and not exists (select from statement s
                         where s.lender_id = l.id and s.month = date_trunc('month', d.date)::date)
      where extract(day from d.date + 1) = 1
        and not exists (select from statement_month m where m.month = date_trunc('month', d.date)::date)`,
  )

const heads = {
  pematang_statements_missing: gauge('Statements of closed months that were not issued yet.'),
  pematang_statements_missing_oldest_seconds: gauge(
    'Time since the last day was closed of the oldest month with a statement missing.',
  ),
}

/** Gauges of missing statements, read at each scrape. */
export function watch({ db, metrics }: Pick<Context, 'db' | 'metrics'>): void {
  metrics.set('statements', heads, async () => {
    const { missing, age } = await missingStatements(db)
    return {
      pematang_statements_missing: [{ value: missing }],
      pematang_statements_missing_oldest_seconds: [{ value: age }],
    }
  })
}
