import { named } from '../fail-points.ts'
import { logFailure } from '../log/log-failure.ts'
import type { Database } from '../db/database.ts'
import { claimJobs, type ClaimedJob, failJob, finishJob, postponeJob, renewLease } from './queue.ts'
import type { JobQueue } from './ordinary-queue.ts'

/**
 * The result of a job: undefined when done, `ended` where its own transaction ended it (`finishWith`), or the interval until
 * it runs again, e.g. '15 seconds'; `because` is stored as the job's last error.
 */
export type JobResult = undefined | 'ended' | { again: string; because?: string }
export type JobHandler = (job: ClaimedJob) => Promise<JobResult>
export type JobHandlers = Record<string, JobHandler>

export type WorkerLog = {
  error(data: object, message: string): void
  warn(data: object, message: string): void
}

/**
 * Runs one round of due jobs, up to the concurrency of each queue, and waits for them.
 * @returns how many were claimed, so that a caller can repeat until none is left.
 */
export async function runDueJobs(
  db: Database,
  queues: readonly JobQueue[],
  handlers: JobHandlers,
  log: WorkerLog,
): Promise<number> {
  const counts = await Promise.all(
    queues.map(async (queue) => {
      const claimed = await claimJobs(db, queue, queue.concurrency)
      await Promise.all(claimed.map((job) => runJob({ db, handlers, log, queue }, job)))
      return claimed.length
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

type Running = { db: Database; handlers: JobHandlers; log: WorkerLog; queue: JobQueue }

const runJob = (running: Running, job: ClaimedJob): Promise<void> =>
  named(running, `job ${job.kind}`, () => runClaimed(running, job))

async function runClaimed({ db, handlers, log, queue }: Running, job: ClaimedJob): Promise<void> {
  const stopRenewing = queue.isLong ? keepLeased(db, job, queue) : async () => {}
  const data = { job: job.id, kind: job.kind, attempts: job.attempts }
  let end: Awaited<ReturnType<typeof finishJob | typeof failJob | typeof postponeJob>>
  try {
    const handler = handlers[job.kind]
    if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`)
    const result = await handler(job)
    await stopRenewing()
    if (result === 'ended') return
    end = result ? await postponeJob(db, job, result) : await finishJob(db, job)
  } catch (error) {
    await stopRenewing()
    end = await failJob(db, job, error instanceof Error ? (error.stack ?? error.message) : String(error))
    if (end === 'dead') log.error({ ...data, err: error }, 'job is dead after its last attempt')
    else if (end === 'retried') log.warn({ ...data, err: error }, 'job failed and will be retried')
  }
  if (end === 'lost') log.warn(data, 'job outlived its lease and another worker took it; this end is dropped')
}

/** How often the lease of a long job is renewed, milliseconds: at most a third of the shortest lease. */
const renewEvery = 10_000

/**
 * Renews the lease of a job.
 * @returns a function that stops the renewal, after which the job's lease no longer changes
 */
function keepLeased(db: Database, job: ClaimedJob, queue: JobQueue): () => Promise<void> {
  let renewing: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // A failed renewal is retried before the lease expires.
    renewing = renewing.then(() => renewLease(db, job, queue)).catch(() => false)
  }, renewEvery)
  return async () => {
    clearInterval(timer)
    await renewing
  }
}

/**
 * Runs jobs until it is stopped. Each queue has its own concurrency, and a job that ends frees its slot at once, so
 * that a hanging job delays no others. While PostgreSQL is unreachable, it waits and retries.
 */
export function startWorker(
  db: Database,
  queues: readonly JobQueue[],
  handlers: JobHandlers,
  log: WorkerLog,
  pollMilliseconds = 250,
) {
  const running = queues.map((queue) => startQueue(queue, { db, handlers, log, pollMilliseconds }))
  return {
    async stop() {
      await Promise.all(running.map((queue) => queue.stop()))
    },
  }
}

/**
 * A full queue claims again when an eighth of its slots is free, or after so many milliseconds with any: a claim for each job
 * that ends would cost more than some of the jobs.
 */
const claimTogetherMs = 10

type Worker = { db: Database; handlers: JobHandlers; log: WorkerLog; pollMilliseconds: number }

function startQueue(queue: JobQueue, { db, handlers, log, pollMilliseconds }: Worker) {
  const limit = queue.concurrency
  const claimedTogether = Math.max(1, Math.floor(limit / 8))
  const underWay = new Set<Promise<void>>()
  let stopping = false
  let wake = () => {}
  const start = (job: ClaimedJob) => {
    const run = runJob({ db, handlers, log, queue }, job)
      // If this fails, the job is claimed again after its lease has expired.
      .catch((error: unknown) =>
        logFailure(log, 'the end of a job could not be recorded', { err: error, job: job.id }),
      )
      .finally(() => {
        underWay.delete(run)
        const free = limit - underWay.size
        if (free === claimedTogether) wake()
        else if (free === 1) setTimeout(() => underWay.size < limit && wake(), claimTogetherMs)
      })
    underWay.add(run)
  }
  /** Waits until a running job ends or, if a slot is free, until the next poll. */
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = underWay.size < limit ? setTimeout(resolve, pollMilliseconds) : undefined
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const loop = async () => {
    while (!stopping) {
      const free = limit - underWay.size
      const jobs = await named({ db }, `queue ${queue.name}`, () => claimJobs(db, queue, free)).catch(
        (error: unknown) => {
          logFailure(log, 'jobs could not be claimed', { err: error })
          return []
        },
      )
      jobs.forEach(start)
      // Every free slot was filled, so more jobs may be due.
      const more = jobs.length === free && underWay.size < limit
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
