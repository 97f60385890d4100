import type { DocumentContext } from '../context.ts'
import { many } from '../../platform/db/database.ts'
import { timestampReasons } from './store.ts'
import { gauge } from '../../platform/metrics/metrics.ts'

const heads = {
  pematang_timestamps_waiting: gauge('Signed documents that wait for their time stamp, by reason.', 'reason'),
  pematang_timestamps_oldest_seconds: gauge('Age of the oldest waiting document.'),
}

/** Gauges of the documents that wait for a time stamp, by reason, counted at each scrape. */
export function watch({ db, metrics }: Pick<DocumentContext, 'db' | 'metrics'>): void {
  metrics.set('time stamps', heads, async () => {
    const rows = await many<{ reason: string; waiting: number; age: number }>(
      db,
      'documents.timestamp.metrics',
      `select coalesce(reason, 'NEW') as reason, count(*) as waiting,
              extract(epoch from app_now() - min(asked_at))::float8 as age
         from timestamp_request group by 1`,
      [],
    )
    return {
      pematang_timestamps_waiting: ['NEW', ...timestampReasons].map((reason) => ({
        labels: { reason },
        value: rows.find((row) => row.reason === reason)?.waiting ?? 0,
      })),
      pematang_timestamps_oldest_seconds: [{ value: Math.max(0, ...rows.map(({ age }) => age)) }],
    }
  })
}
