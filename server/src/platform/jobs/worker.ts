import type { Database } from '../db/database.ts'
import { claimJobs, failJob, finishJob, type Job, postponeJob } from './queue.ts'

/** What a handler says at its end: done, or to be asked again after an interval such as '15 seconds'. */
export type JobResult = undefined | { again: string }
export type JobHandler = (job: Job) => Promise<JobResult>
export type JobHandlers = Record<string, JobHandler>

export type WorkerLog = {
  error(data: object, message: string): void
  warn(data: object, message: string): void
}

const batch = 20

/**
 * Runs the jobs that are due now.
 * @returns how many were taken, so that a caller can drain the queue.
 */
export async function runDueJobs(db: Database, handlers: JobHandlers, log: WorkerLog): Promise<number> {
  const jobs = await claimJobs(db, batch)
  await Promise.all(jobs.map((job) => runJob(db, handlers, log, job)))
  return jobs.length
}

async function runJob(db: Database, handlers: JobHandlers, log: WorkerLog, job: Job): Promise<void> {
  try {
    const handler = handlers[job.kind]
    if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`)
    const result = await handler(job)
    if (result) await postponeJob(db, job, result.again)
    else await finishJob(db, job.id)
  } catch (error) {
    const end = await failJob(
      db,
      job,
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    )
    const data = { err: error, job: job.id, kind: job.kind, attempts: job.attempts }
    if (end === 'dead') log.error(data, 'job put aside after its last try')
    else log.warn(data, 'job failed, will be tried again')
  }
}

/**
 * Runs jobs until it is stopped: at once while there are some, else after a short sleep. PostgreSQL being away
 * for a while only makes it wait.
 */
export function startWorker(db: Database, handlers: JobHandlers, log: WorkerLog, pollMilliseconds = 250) {
  let stopping = false
  let wake = () => {}
  const loop = async () => {
    while (!stopping) {
      const taken = await runDueJobs(db, handlers, log).catch((error: unknown) => {
        log.error({ err: error }, 'the queue cannot be read')
        return 0
      })
      if (taken > 0 || stopping) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMilliseconds)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const ended = loop()
  return {
    /** Lets the jobs under way end. */
    async stop() {
      stopping = true
      wake()
      await ended
    },
  }
}
