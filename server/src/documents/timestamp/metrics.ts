import type { DocumentContext } from '../context.ts'
import { many } from '../../platform/db/database.ts'
import { timestampReasons } from './store.ts'

/** Gauges of the documents that wait for a time stamp, by reason, counted at each scrape. */
export function watchTimestamps({ db, metrics }: Pick<DocumentContext, 'db' | 'metrics'>): void {
  metrics.set('time stamps', async () => {
    const rows = await many<{ reason: string; waiting: number; age: number }>(
      db,
      'documents.timestamp.metrics',
      `select coalesce(reason, 'NEW') as reason, count(*) as waiting,
              extract(epoch from app_now() - min(asked_at))::float8 as age
         from timestamp_request group by 1`,
      [],
    )
    return [
      {
        name: 'pematang_timestamps_waiting',
        help: 'Signed documents that wait for their time stamp, by reason.',
        type: 'gauge',
        samples: ['NEW', ...timestampReasons].map((reason) => ({
          labels: { reason },
          value: rows.find((row) => row.reason === reason)?.waiting ?? 0,
        })),
      },
      {
        name: 'pematang_timestamps_oldest_seconds',
        help: 'Age of the oldest waiting document.',
        type: 'gauge',
        samples: [{ value: Math.max(0, ...rows.map(({ age }) => age)) }],
      },
    ]
  })
}
