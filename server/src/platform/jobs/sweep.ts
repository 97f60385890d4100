import { logFailure } from '../log/log-failure.ts'
import { type Database, many, run } from '../db/database.ts'
import { inTransaction, type Transaction } from '../db/transaction.ts'
import { manyRows, unnestRows } from '../db/rows.ts'
import { named } from '../fail-points.ts'
import { counter, type Metrics } from '../metrics/metrics.ts'
import type { Random } from '../random.ts'

/** A job that was restored: a dead one revived, or a missing one created. */
export type Swept = { kind: string; payload: Record<string, unknown>; how: 'revived' | 'made' }

/**
 * Restores the jobs that records wait for (the view awaited_job) and that are dead or missing: a dead job is revived
 * with all attempts, a missing one is created. Several workers may do this concurrently.
 */
export async function sweepJobs(
  tx: Transaction,
  random: Random,
  { without = [] }: { without?: readonly string[] } = {},
): Promise<Swept[]> {
  await many(tx, 'platform.jobs.lock_sweep', `select pg_advisory_xact_lock(hashtext('job.sweep'))`, [])
  const missing = await many<Missing>(
    tx,
    'platform.jobs.missing',
    `select distinct on (a.kind, a.payload) a.kind, a.payload, a.line, dead.id as dead from awaited_job a
       left join job dead on dead.kind = a.kind and dead.payload = a.payload and dead.dead_at is not null
      where a.kind <> all($1::text[])
        and not exists (select from job alive where alive.kind = a.kind and alive.payload = a.payload
                           and alive.dead_at is null)
      order by a.kind, a.payload, dead.dead_at desc nulls last`,
    [without],
  )
  await run(
    tx,
    'platform.jobs.revive_swept',
    `update job set dead_at = null, attempts = 0, leased_until = null, run_at = app_now() where id = any($1)`,
    [missing.flatMap((job) => job.dead ?? [])],
  )
  const gone = missing.filter((job) => job.dead === null)
  await run(
    tx,
    'platform.jobs.make_swept',
    `insert into job (id, kind, payload, line)
     select * from ${unnestRows(madeColumns)}`,
    manyRows(madeColumns, gone, {
      id: () => random.uuid(),
      kind: ({ kind }) => kind,
      payload: ({ payload }) => JSON.stringify(payload),
      line: ({ line }) => line,
    }),
  )
  return missing.map(({ kind, payload, dead }) => ({
    kind,
    payload,
    how: dead === null ? 'made' : 'revived',
  }))
}

const madeColumns = { id: 'uuid', kind: 'text', payload: 'jsonb', line: 'text' } as const

type Missing = { kind: string; payload: Record<string, unknown>; line: string; dead: string | null }

export type SweeperLog = { error(data: object, message: string): void }
type SweeperContext = { db: Database; random: Random; metrics: Metrics; log: SweeperLog }

const everyMilliseconds = 60_000
const hourlyEvery = 60

const heads = {
  pematang_jobs_swept_total: counter(
    'Awaited jobs that were dead or missing and were restored by the sweeper.',
    'kind',
  ),
}

/**
 * Restores jobs now and every minute. Each restored job indicates a fault elsewhere, so they are counted.
 * @param hourly kinds of jobs that are checked only once an hour
 */
export function startSweeper(context: SweeperContext, hourly: readonly string[] = []) {
  const swept = new Map<string, number>()
  context.metrics.set('swept jobs', heads, () => ({
    pematang_jobs_swept_total: [...swept].map(([kind, value]) => ({ labels: { kind }, value })),
  }))
  let round = 0
  let underWay: Promise<void> = Promise.resolve()
  const sweep = async () => {
    try {
      const scope = round % hourlyEvery === 0 ? {} : { without: hourly }
      const found = await named(context, 'task sweep', () =>
        inTransaction(context.db, { repeatable: true }, (tx) => sweepJobs(tx, context.random, scope)),
      )
      round += 1
      for (const job of found) {
        swept.set(job.kind, (swept.get(job.kind) ?? 0) + 1)
        context.log.error(job, 'an awaited job was dead or missing and was restored')
      }
    } catch (error) {
      logFailure(context.log, 'sweeping the jobs failed', { err: error })
    }
  }
  const next = () => {
    underWay = underWay.then(sweep)
  }
  next()
  const timer = setInterval(next, everyMilliseconds)
  return {
    runNow() {
      next()
      return underWay
    },
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}
