import type { Context } from '../../context.ts'
import { many, one } from '../../platform/db/database.ts'
import { gauge } from '../../platform/metrics/metrics.ts'

const heads = {
  pematang_events_unnumbered_oldest_seconds: gauge(
    'Seconds for which the oldest event has waited for its number: until then no system of a lender sees it.',
  ),
  pematang_calls_back: gauge(
    'Addresses of lenders for calls back by state: active, those of them that fail now, paused after three days, gone (410).',
    'state',
  ),
}

const states = ['active', 'failing', 'paused', 'gone'] as const

/** The events that wait, and the addresses, read at each scrape. */
export function watch({ db, metrics }: Pick<Context, 'db' | 'metrics'>): void {
  metrics.set('calls back', heads, async () => {
    const { age } = await one<{ age: number }>(
      db,
      'reports.calls-back.unnumbered',
      `select coalesce(extract(epoch from app_now() - (select at from event_note order by no limit 1)), 0)::float8 as age`,
    )
    const counts = await many<{ state: string; addresses: number }>(
      db,
      'reports.calls-back.metrics',
      `select case when failing_since is not null and state = 'ACTIVE' then 'failing' else lower(state) end as state,
              count(*) as addresses from call_back group by 1`,
    )
    const byState = new Map(counts.map(({ state, addresses }) => [state, addresses]))
    return {
      pematang_events_unnumbered_oldest_seconds: [{ value: Math.max(0, age) }],
      pematang_calls_back: states.map((state) => ({ labels: { state }, value: byState.get(state) ?? 0 })),
    }
  })
}
