import { type Database, one, run } from '../db/database.ts'
import type { WorkerLog } from './worker.ts'

/** By how many milliseconds the database's clock may fall behind between two looks without having been set back. */
const toleranceMs = 10_000

/**
 * Watches the clock of the database beside this process's monotonic one. Where it was set back, the jobs that were
 * scheduled before would wait until it is there again, so they become due as much earlier. A job that runs too early
 * is harmless: it looks at what it waits for, and is postponed again.
 * @param monotonicMs milliseconds of a clock that nobody sets
 * @returns looks once; to be called every few seconds
 */
export function watchClock(
  { db, log }: { db: Database; log: Pick<WorkerLog, 'warn'> },
  monotonicMs: () => number = () => performance.now(),
): () => Promise<void> {
  /** How far the database's clock was ahead of the monotonic one at the last look. */
  let before: number | undefined
  return async () => {
    const { now } = await one<{ now: number }>(
      db,
      'platform.jobs.clock',
      'select (extract(epoch from app_now()) * 1000)::bigint as now',
    )
    const ahead = now - monotonicMs()
    const setBackMs = Math.round((before ?? ahead) - ahead)
    if (setBackMs > toleranceMs) {
      const jobs = await run(
        db,
        'platform.jobs.bring_forward',
        `update job set run_at = greatest(app_now(), run_at - $1 * interval '1 millisecond')
          where dead_at is null and run_at > app_now()`,
        [setBackMs],
      )
      log.warn(
        { setBackMs, jobs },
        'the clock of the database was set back; what waits is due as much earlier',
      )
    }
    before = ahead
  }
}
