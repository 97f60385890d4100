import type { Context } from '../src/context.ts'
import { jobQueues } from '../src/main/testing.ts'
import { one } from '../src/platform/db/database.ts'
import { type JobHandlers, runDueJobs, type WorkerLog } from '../src/platform/jobs/worker.ts'

/**
 * Runs due jobs, and those that they enqueue, until none is left. An empty run is not the end if the connection of a
 * claim was cut: the server may keep its row locked for a moment, and other claims skip it.
 * @returns how many were run, counting each attempt.
 */
export async function runAllJobs(
  { db, log }: Pick<Context, 'db' | 'log'>,
  handlers: JobHandlers,
  workerLog: WorkerLog = log,
): Promise<number> {
  for (let done = 0; ; ) {
    const taken = await runDueJobs(db, jobQueues, handlers, workerLog)
    done += taken
    if (taken === 0 && !(await isAnyDue(db))) return done
  }
}

const isAnyDue = async (db: Context['db']): Promise<boolean> =>
  (
    await one<{ due: boolean }>(
      db,
      'test.due_jobs',
      `select exists (select from job where dead_at is null and run_at <= app_now()
                        and (leased_until is null or leased_until < app_now())) as due`,
    )
  ).due
