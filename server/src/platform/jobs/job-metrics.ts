import { type Database, one } from '../db/database.ts'
import type { Metrics } from '../metrics/metrics.ts'

type Queue = { waiting: number; due: number; running: number; dead: number; age: number }

/** What is in the queue, asked of the database at each scrape: the same from whichever worker one asks. */
export function watchJobs(db: Database, metrics: Metrics): void {
  metrics.set('jobs', async () => {
    const queue = await one<Queue>(
      db,
      'job.metrics',
      `select count(*) filter (where dead_at is null and not leased) as waiting,
              count(*) filter (where dead_at is null and not leased and run_at <= app_now()) as due,
              count(*) filter (where dead_at is null and leased) as running,
              count(*) filter (where dead_at is not null) as dead,
              coalesce(extract(epoch from app_now() - min(run_at) filter (where dead_at is null and not leased
                       and run_at <= app_now())), 0)::float8 as age
         from (select dead_at, run_at, coalesce(leased_until >= app_now(), false) as leased from job) as queue`,
    )
    const states = ['waiting', 'due', 'running', 'dead'] as const
    return [
      {
        name: 'pematang_jobs',
        help: 'Jobs: waiting, of them due, running, and put aside after the last try (dead).',
        type: 'gauge',
        samples: states.map((state) => ({ labels: { state }, value: queue[state] })),
      },
      {
        name: 'pematang_jobs_oldest_due_seconds',
        help: 'How long the job that is due the longest has been waiting for a worker.',
        type: 'gauge',
        samples: [{ value: queue.age }],
      },
    ]
  })
}
