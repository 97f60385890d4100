import { type Database, many, type Queryable, run } from '../db/database.ts'
import { inTransaction, type Transaction } from '../db/transaction.ts'

/** A job as a worker gets it. Its handler must be harmless when it runs twice. */
export type Job = { id: string; kind: string; payload: unknown; attempts: number }

export type NewJob = {
  id: string
  kind: string
  payload: Record<string, unknown>
  /** Not before this long from now, e.g. '30 seconds'. */
  delay?: string
  /** The line it stands in; ordinary by default. */
  line?: JobLine
}

/**
 * Jobs of a line are taken apart from the others and have places of their own: those that somebody waits for, those
 * that wait for a bank, those of bulk fundings, which take long by their size, and all others.
 */
export type JobLine = 'urgent' | 'bank' | 'bulk' | 'ordinary'

/** How long a worker may have a job before another takes it for lost: more than a handler's outside calls can take. */
const lease = '45 seconds'
/**
 * A job of a bulk funding calls nobody and comes back after a few seconds, so that another worker goes on soon after a
 * kill.
 */
const bulkLease = '10 seconds'
const maxAttempts = 12

/** Adds jobs in the caller's transaction: they are there exactly when what they belong to is. */
export async function enqueue(tx: Queryable, jobs: readonly NewJob[]): Promise<void> {
  await run(
    tx,
    'job.enqueue',
    `insert into job (id, kind, payload, run_at, line)
     select id, kind, payload, app_now() + delay, line
       from unnest($1::uuid[], $2::text[], $3::jsonb[], $4::interval[], $5::text[])
         as one (id, kind, payload, delay, line)`,
    [
      jobs.map((job) => job.id),
      jobs.map((job) => job.kind),
      jobs.map((job) => JSON.stringify(job.payload)),
      jobs.map((job) => job.delay ?? '0'),
      jobs.map((job) => job.line ?? 'ordinary'),
    ],
  )
}

/** Adds a job in the caller's transaction unless one of its id is there, waiting, under way or put aside. */
export async function enqueueOnce(
  tx: Queryable,
  { id, kind, payload, line = 'ordinary' }: Omit<NewJob, 'delay'>,
): Promise<void> {
  await run(
    tx,
    'job.enqueue_once',
    'insert into job (id, kind, payload, line) values ($1, $2, $3, $4) on conflict (id) do nothing',
    [id, kind, JSON.stringify(payload), line],
  )
}

/**
 * Takes due jobs that nobody has, oldest first. Workers in any number of processes do not get the same ones. After
 * an unknown end those that were taken are found again by their lease, and do not lie until it runs out.
 */
export async function claimJobs(db: Database, line: JobLine, limit: number): Promise<Job[]> {
  let before: Claimed[] = []
  const claimed = await inTransaction(db, { repeatable: true }, async (tx) => {
    const kept = before.length > 0 ? await stillLeased(tx, before) : []
    before = kept.length > 0 ? kept : await leaseDue(tx, line, limit)
    return before
  })
  return claimed.map(({ id, kind, payload, attempts }) => ({ id, kind, payload, attempts }))
}

type Claimed = Job & { lease: string }

function leaseDue(tx: Transaction, line: JobLine, limit: number): Promise<Claimed[]> {
  return many<Claimed>(
    tx,
    'job.claim',
    `update job set attempts = attempts + 1, leased_until = app_now() + $2::interval
      where id in (select id from job
                    where dead_at is null and line = $3 and run_at <= app_now()
                      and (leased_until is null or leased_until < app_now())
                    order by run_at limit $1 for update skip locked)
      returning id, kind, payload, attempts, leased_until::text as lease`,
    [limit, line === 'bulk' ? bulkLease : lease, line],
  )
}

function stillLeased(tx: Transaction, claimed: readonly Claimed[]): Promise<Claimed[]> {
  return many<Claimed>(
    tx,
    'job.still_leased',
    `select j.id, j.kind, j.payload, j.attempts, j.leased_until::text as lease
       from unnest($1::uuid[], $2::timestamptz[]) as mine (id, lease)
       join job j on j.id = mine.id and j.leased_until = mine.lease`,
    [claimed.map(({ id }) => id), claimed.map((job) => job.lease)],
  )
}

/** The job is done and forgotten. */
export async function finishJob(db: Database, id: string): Promise<void> {
  await inTransaction(db, { repeatable: true }, (tx) =>
    run(tx, 'job.finish', 'delete from job where id = $1', [id]),
  )
}

/** Comes back later, each time after twice as long up to ten minutes; after the last try it is put aside as dead. */
export async function failJob(db: Database, job: Job, error: string): Promise<'later' | 'dead'> {
  const dead = job.attempts >= maxAttempts
  await inTransaction(db, { repeatable: true }, (tx) =>
    run(
      tx,
      'job.fail',
      `update job set leased_until = null, last_error = left($2, 2000), dead_at = case when $3 then app_now() end,
              run_at = app_now() + least(600, 2 ^ attempts) * interval '1 second'
        where id = $1`,
      [job.id, error, dead],
    ),
  )
  return dead ? 'dead' : 'later'
}

/** Asks for the same job again after a while, as the ordinary course of things and not as a failure. */
export async function postponeJob(db: Database, job: Job, delay: string): Promise<void> {
  await inTransaction(db, { repeatable: true }, (tx) =>
    run(
      tx,
      'job.postpone',
      `update job set leased_until = null, attempts = 0, run_at = app_now() + $2::interval where id = $1`,
      [job.id, delay],
    ),
  )
}

export type DeadJob = { id: string; kind: string; payload: unknown; lastError: string | null; deadAt: Date }

/** What was put aside after its last try, the oldest first. */
export function listDeadJobs(db: Queryable): Promise<DeadJob[]> {
  return many<DeadJob>(
    db,
    'job.dead',
    `select id, kind, payload, last_error as "lastError", dead_at as "deadAt" from job
      where dead_at is not null order by dead_at limit 1000`,
  )
}

/** Lets a job that was put aside run again, with all its tries. */
export async function reviveJob(db: Queryable, id: string): Promise<boolean> {
  const revived = await run(
    db,
    'job.revive',
    `update job set dead_at = null, attempts = 0, leased_until = null, run_at = app_now()
      where id::text = $1 and dead_at is not null`,
    [id],
  )
  return revived === 1
}
