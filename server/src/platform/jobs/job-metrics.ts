import { type Database, one } from '../db/database.ts'
import { gauge, type Metrics } from '../metrics/metrics.ts'

type JobCounts = { waiting: number; due: number; running: number; dead: number; age: number }

const heads = {
  pematang_jobs: gauge(
    'Jobs by state: waiting, those of them that are due, running, and dead after the last attempt.',
    'state',
  ),
  pematang_jobs_oldest_due_seconds: gauge(
    'Seconds since the oldest job that no worker has claimed became due.',
  ),
}

/** Reads the state of all jobs from the database at each scrape, so that every worker reports the same. */
export function watch({ db, metrics }: { db: Database; metrics: Metrics }): void {
  metrics.set('jobs', heads, async () => {
    const counts = await one<JobCounts>(
      db,
      'platform.jobs.metrics',
      `select count(*) filter (where dead_at is null and not leased) as waiting,
              count(*) filter (where dead_at is null and not leased and run_at <= app_now()) as due,
              count(*) filter (where dead_at is null and leased) as running,
              count(*) filter (where dead_at is not null) as dead,
              coalesce(extract(epoch from app_now() - min(run_at) filter (where dead_at is null and not leased
                       and run_at <= app_now())), 0)::float8 as age
         from (select dead_at, run_at, coalesce(leased_until >= app_now(), false) as leased from job) as queue`,
    )
    const states = ['waiting', 'due', 'running', 'dead'] as const
    return {
      pematang_jobs: states.map((state) => ({ labels: { state }, value: counts[state] })),
      pematang_jobs_oldest_due_seconds: [{ value: counts.age }],
    }
  })
}
