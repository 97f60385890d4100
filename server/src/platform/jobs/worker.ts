import type { Database } from '../db/database.ts'
import { claimJobs, failJob, finishJob, type Job, type JobLine, postponeJob } from './queue.ts'

/** What a handler says at its end: done, or to be asked again after an interval such as '15 seconds'. */
export type JobResult = undefined | { again: string }
export type JobHandler = (job: Job) => Promise<JobResult>
export type JobHandlers = Record<string, JobHandler>

export type WorkerLog = {
  error(data: object, message: string): void
  warn(data: object, message: string): void
}

/** Jobs of a line that one worker has under way at most: their outside calls, not its processor, take the time. */
const places: Record<JobLine, number> = { urgent: 10, bank: 20, bulk: 2, ordinary: 20 }
const lines = ['urgent', 'bank', 'bulk', 'ordinary'] as const

/**
 * Runs jobs that are due now, at most a worker's places, and waits for all of them.
 * @returns how many were taken, so that a caller can drain the queue.
 */
export async function runDueJobs(db: Database, handlers: JobHandlers, log: WorkerLog): Promise<number> {
  const taken = await Promise.all(lines.map((line) => claimJobs(db, line, places[line])))
  await Promise.all(taken.flat().map((job) => runJob(db, handlers, log, job)))
  return taken.flat().length
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
 * Runs jobs until it is stopped. Each line has places of its own, and a place that is free takes the next due job at
 * once, so that one that hangs holds up nothing but its place. PostgreSQL being away for a while only makes it wait.
 */
export function startWorker(db: Database, handlers: JobHandlers, log: WorkerLog, pollMilliseconds = 250) {
  const working = lines.map((line) => startLine(line, { db, handlers, log, pollMilliseconds }))
  return {
    /** Lets the jobs under way end. */
    async stop() {
      await Promise.all(working.map((line) => line.stop()))
    },
  }
}

type Worker = { db: Database; handlers: JobHandlers; log: WorkerLog; pollMilliseconds: number }

function startLine(line: JobLine, { db, handlers, log, pollMilliseconds }: Worker) {
  const most = places[line]
  const underWay = new Set<Promise<void>>()
  let stopping = false
  let wake = () => {}
  const start = (job: Job) => {
    const run = runJob(db, handlers, log, job)
      // It is taken again when its lease is over.
      .catch((error: unknown) => log.error({ err: error, job: job.id }, 'the end of a job was not kept'))
      .finally(() => {
        underWay.delete(run)
        if (underWay.size === most - 1) wake()
      })
    underWay.add(run)
  }
  /** Until a place is free, or, where one is, until it is time to ask for jobs again. */
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = underWay.size < most ? setTimeout(resolve, pollMilliseconds) : undefined
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const loop = async () => {
    while (!stopping) {
      const free = most - underWay.size
      const jobs = await claimJobs(db, line, free).catch((error: unknown) => {
        log.error({ err: error }, 'the queue cannot be read')
        return []
      })
      jobs.forEach(start)
      // As many as were asked for: more may be due.
      const more = jobs.length === free && underWay.size < most
      if (!more && !stopping) await pause()
    }
    await Promise.all(underWay)
  }
  const ended = loop()
  return {
    async stop() {
      stopping = true
      wake()
      await ended
    },
  }
}
