import type { Context } from '../context.ts'
import { one } from '../platform/db/database.ts'
import { type JobHandlers, runDueJobs, type WorkerLog } from '../platform/jobs/worker.ts'

/**
 * Runs the jobs that are due, and those that they leave, until none is. A run that takes none is not the end where the
 * connection of a claim was cut: the server may hold its row for a moment more, and others pass it over.
 * @returns how many were run, each try counted.
 */
export async function runAllJobs(
  { db, log }: Pick<Context, 'db' | 'log'>,
  handlers: JobHandlers,
  workerLog: WorkerLog = log,
): Promise<number> {
  for (let done = 0; ; ) {
    const taken = await runDueJobs(db, handlers, workerLog)
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
