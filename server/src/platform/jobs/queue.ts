import { type JobQueue, ordinaryQueue } from './ordinary-queue.ts'
import { type Database, many, maybe, type Queryable, run } from '../db/database.ts'
import { inTransaction, type Transaction } from '../db/transaction.ts'
import { manyRows, unnestRows } from '../db/rows.ts'

/** A job as its handler receives it. It may run twice, so a handler must be idempotent. */
export type Job = { id: string; kind: string; payload: unknown; attempts: number }

/** A job with the lease of its claim, which is different for each claim of the job. */
export type ClaimedJob = Job & { lease: string }

export type NewJob = {
  id: string
  kind: string
  payload: Record<string, unknown>
  /** The earliest start, as an interval from now, e.g. '30 seconds'. */
  delay?: string
  /** The queue; `ordinaryQueue` by default. */
  queue?: JobQueue
}

const maxAttempts = 12

const jobColumns = { id: 'uuid', kind: 'text', payload: 'jsonb', delay: 'interval', line: 'text' } as const

/** Adds jobs in the caller's transaction, so that they are committed together with the rows they belong to. */
export async function enqueue(tx: Queryable, jobs: readonly NewJob[]): Promise<void> {
  await run(
    tx,
    'platform.jobs.enqueue',
    `insert into job (id, kind, payload, run_at, line)
     select id, kind, payload, app_now() + delay, line
       from ${unnestRows(jobColumns)}`,
    manyRows(jobColumns, jobs, {
      id: ({ id }) => id,
      kind: ({ kind }) => kind,
      payload: ({ payload }) => JSON.stringify(payload),
      delay: ({ delay }) => delay ?? '0',
      line: ({ queue }) => (queue ?? ordinaryQueue).name,
    }),
  )
}

/** Adds a job in the caller's transaction, unless one with its id exists, whether waiting, running or dead. */
export async function enqueueOnce(
  tx: Queryable,
  { id, kind, payload, queue = ordinaryQueue }: Omit<NewJob, 'delay'>,
): Promise<void> {
  await run(
    tx,
    'platform.jobs.enqueue_once',
    'insert into job (id, kind, payload, line) values ($1, $2, $3, $4) on conflict (id) do nothing',
    [id, kind, JSON.stringify(payload), queue.name],
  )
}

/**
 * Leases due jobs to the caller, oldest first; no two workers get the same job. If the outcome of the commit is
 * unknown, the next attempt finds the leased jobs again, so that they need not wait for the lease to expire.
 */
export async function claimJobs(db: Database, queue: JobQueue, limit: number): Promise<ClaimedJob[]> {
  let before: ClaimedJob[] = []
  // `byKeys` avoids a plan cached while the table was empty: soon after it may contain a job for each loan.
  return inTransaction(db, { repeatable: true, byKeys: true }, async (tx) => {
    const kept = before.length > 0 ? await stillLeased(tx, before) : []
    before = kept.length > 0 ? kept : await leaseDue(tx, queue, limit)
    return before
  })
}

function leaseDue(tx: Transaction, queue: JobQueue, limit: number): Promise<ClaimedJob[]> {
  return many<ClaimedJob>(
    tx,
    'platform.jobs.claim',
    `update job set attempts = attempts + 1, leased_until = app_now() + $2::interval
      where id in (select id from job
                    where dead_at is null and line = $3 and run_at <= app_now()
                      and (leased_until is null or leased_until < app_now())
                    order by run_at limit $1 for update skip locked)
      returning id, kind, payload, attempts, leased_until::text as lease`,
    [limit, queue.lease, queue.name],
  )
}

function stillLeased(tx: Transaction, claimed: readonly ClaimedJob[]): Promise<ClaimedJob[]> {
  return many<ClaimedJob>(
    tx,
    'platform.jobs.still_leased',
    `select j.id, j.kind, j.payload, j.attempts, j.leased_until::text as lease
       from unnest($1::uuid[], $2::timestamptz[]) as mine (id, lease)
       join job j on j.id = mine.id and j.leased_until = mine.lease`,
    [claimed.map(({ id }) => id), claimed.map((job) => job.lease)],
  )
}

/**
 * Renews the lease of a running job, which gives it a new lease.
 * @returns false if another worker has claimed it
 */
export async function renewLease(db: Database, job: ClaimedJob, queue: JobQueue): Promise<boolean> {
  const renewed = await maybe<{ lease: string }>(
    db,
    'platform.jobs.renew',
    `update job set leased_until = app_now() + $3::interval where id = $1 and leased_until = $2
     returning leased_until::text as lease`,
    [job.id, job.lease, queue.lease],
  )
  if (renewed) job.lease = renewed.lease
  return renewed !== undefined
}

const finish = {
  name: 'platform.jobs.finish',
  text: 'delete from job where id = $1 and leased_until = $2',
}

export const finishJob = (db: Database, job: ClaimedJob): Promise<'finished' | 'lost'> =>
  endJob(db, job, 'finished', finish)

/** Ends a job with the transaction of its work, which saves one of its own; its handler returns `ended`. */
export const finishWith = (tx: Transaction, { id, lease }: ClaimedJob): Promise<number> =>
  run(tx, finish.name, finish.text, [id, lease])

/**
 * Retries a job later, with a delay that doubles up to ten minutes; after its last attempt it becomes a dead letter.
 */
export function failJob(db: Database, job: ClaimedJob, error: string): Promise<'retried' | 'dead' | 'lost'> {
  const dead = job.attempts >= maxAttempts
  return endJob(db, job, dead ? 'dead' : 'retried', {
    name: 'platform.jobs.fail',
    text: `update job set leased_until = null, last_error = left($3, 2000), dead_at = case when $4 then app_now() end,
                  run_at = app_now() + least(600, 2 ^ attempts) * interval '1 second'
            where id = $1 and leased_until = $2`,
    values: [error, dead],
  })
}

/** Reschedules a job in the normal course of its work, not because of a failure. */
export const postponeJob = (
  db: Database,
  job: ClaimedJob,
  { again, because }: { again: string; because?: string },
): Promise<'postponed' | 'lost'> =>
  endJob(db, job, 'postponed', {
    name: 'platform.jobs.postpone',
    text: `update job set leased_until = null, attempts = 0, run_at = app_now() + $3::interval,
                  last_error = left($4, 2000)
            where id = $1 and leased_until = $2`,
    values: [again, because ?? null],
  })

/**
 * Records the end of a job only under its own lease: after the lease expired, another worker may have claimed the job,
 * and its records must not be overwritten.
 */
async function endJob<End extends string>(
  db: Database,
  { id, lease }: ClaimedJob,
  end: End,
  { name, text, values = [] }: { name: string; text: string; values?: unknown[] },
): Promise<End | 'lost'> {
  // An attempt with an unknown outcome may have ended the job; the next attempt then finds no lease and changes nothing.
  let ended = false
  await inTransaction(db, { repeatable: true }, async (tx) => {
    tx.defer(run(tx, name, text, [id, lease, ...values]).then((changed) => (ended ||= changed > 0)))
  })
  return ended ? end : 'lost'
}

export type JobState = 'waiting' | 'running' | 'dead'
export const jobStates = ['waiting', 'running', 'dead'] as const

export type ListedJob = {
  id: string
  kind: string
  queue: string
  payload: unknown
  state: JobState
  attempts: number
  createdAt: Date
  runAt: Date
  deadAt: Date | null
  /** Why the job died or was postponed; null if it has not failed. */
  lastError: string | null
}

const listed = `id, kind, line as queue, payload, attempts, created_at as "createdAt", run_at as "runAt", dead_at as "deadAt",
  last_error as "lastError", case when dead_at is not null then 'dead'
    when leased_until >= app_now() then 'running' else 'waiting' end as state`

export type JobFilter = { state?: JobState; kind?: string; page: number; limit: number }

/** Jobs, oldest first: dead ones by the time of their death, others by their due time. */
export function listJobs(db: Queryable, { state, kind, page, limit }: JobFilter): Promise<ListedJob[]> {
  return many<ListedJob>(
    db,
    'platform.jobs.list',
    `select * from (select ${listed} from job) j
      where ($1::text is null or j.state = $1) and ($2::text is null or j.kind = $2)
      order by coalesce(j."deadAt", j."runAt"), j.id limit $3 offset $4`,
    [state ?? null, kind ?? null, limit, (page - 1) * limit],
  )
}

export function findJob(db: Queryable, id: string): Promise<ListedJob | undefined> {
  return maybe<ListedJob>(db, 'platform.jobs.find', `select ${listed} from job where id = $1`, [id])
}

/**
 * Reschedules dead jobs with all attempts available again: one by its id, or all, of one kind or of every kind.
 * @returns the ids of the jobs
 */
export async function reviveJobs(
  db: Queryable,
  which: { id: string } | { kind: string | undefined },
): Promise<string[]> {
  const revived = await many<{ id: string }>(
    db,
    'platform.jobs.revive',
    `update job set dead_at = null, attempts = 0, leased_until = null, run_at = app_now()
      where dead_at is not null and ($1::uuid is null or id = $1) and ($2::text is null or kind = $2) returning id`,
    'id' in which ? [which.id, null] : [null, which.kind ?? null],
  )
  return revived.map(({ id }) => id)
}
