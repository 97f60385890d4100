import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startDatabaseLine } from '../../../testing/tcp-proxy.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { Database, many, run } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import {
  claimJobs,
  type ClaimedJob,
  enqueue,
  enqueueOnce,
  failJob,
  finishJob,
  finishWith,
  type NewJob,
  postponeJob,
} from './queue.ts'
import { ordinaryQueue } from './ordinary-queue.ts'
import { type JobHandler, runDueJobs, startWorker } from './worker.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  fixture.travel(undefined)
  logged.length = 0
  await inTransaction(fixture.context.db, { repeatable: true }, (tx) =>
    run(tx, 'test.empty', 'delete from job'),
  )
})

const logged: string[] = []
const log = {
  error: (_: object, message: string) => logged.push(message),
  warn: (_: object, message: string) => logged.push(message),
}

/** Adds jobs exactly once even if the response to the commit is lost, because a second attempt finds their ids. */
const add = (n: number, payload: object = {}, delay?: string, more: Partial<NewJob> = {}) => {
  const jobs = Array.from({ length: n }, (_, i) => ({
    id: fixture.context.random.uuid(),
    kind: 'work',
    payload: { ...payload, i },
    ...(delay ? { delay } : {}),
    ...more,
  }))
  return inTransaction(fixture.context.db, { repeatable: true }, async (tx) => {
    const there = await many(tx, 'test.there', 'select from job where id = $1', [jobs[0]?.id])
    if (there.length === 0) await enqueue(tx, jobs)
  })
}
type Stored = { attempts: number; dead: boolean; leased: boolean; error: string | null; wait: number }
const stored = () =>
  many<Stored>(
    fixture.context.db,
    'test.jobs',
    `select attempts, dead_at is not null as dead, leased_until is not null as leased, last_error as error,
            round(extract(epoch from run_at - app_now()))::int as wait from job order by id`,
  )
const urgent = { name: 'urgent', concurrency: 10, lease: '45 seconds' }
const queues = [urgent, ordinaryQueue]
const due = (handler: JobHandler, db = fixture.context.db) => runDueJobs(db, queues, { work: handler }, log)
const done: JobHandler = async () => undefined
const broken: JobHandler = async () => {
  throw new Error('it broke')
}

describe('claiming jobs', () => {
  test('enqueueOnce adds a job once while it waits or runs, and again after it is done', async () => {
    const id = fixture.context.random.uuid()
    const ask = (of: number) =>
      inTransaction(fixture.context.db, { repeatable: true }, (tx) =>
        enqueueOnce(tx, { id, kind: 'work', payload: { of } }),
      )
    await Promise.all([1, 2, 3, 4].map(ask))
    const [job] = await claimJobs(fixture.context.db, ordinaryQueue, 10)
    await ask(5)
    expect(await stored()).toMatchObject([{ leased: true }])
    await finishJob(fixture.context.db, job as ClaimedJob)
    await ask(6)
    expect(await claimJobs(fixture.context.db, ordinaryQueue, 10)).toMatchObject([{ id, payload: { of: 6 } }])
  })

  test('eight workers at once claim every job exactly once', async () => {
    await add(200)
    const taken = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const mine: ClaimedJob[] = []
        for (;;) {
          const jobs = await claimJobs(fixture.context.db, ordinaryQueue, 7)
          if (jobs.length === 0) return mine
          mine.push(...jobs)
        }
      }),
    )
    const ids = taken.flat().map((job) => job.id)
    expect(ids).toHaveLength(200)
    expect(new Set(ids).size).toBe(200)
  })

  test('a leased job can be claimed by another worker only after the lease has expired, as another attempt', async () => {
    await add(1, { order: 7 })
    const [first] = await claimJobs(fixture.context.db, ordinaryQueue, 10)
    expect(first).toMatchObject({ kind: 'work', payload: { order: 7, i: 0 }, attempts: 1 })
    fixture.travel('44 seconds')
    expect(await claimJobs(fixture.context.db, ordinaryQueue, 10)).toEqual([])
    fixture.travel('46 seconds')
    expect(await claimJobs(fixture.context.db, ordinaryQueue, 10)).toMatchObject([
      { id: first?.id, attempts: 2 },
    ])
  })

  test('a job does not run before it is due, nor when the transaction that added it rolls back', async () => {
    await add(1, {}, '30 seconds')
    const undone = inTransaction(fixture.context.db, { repeatable: true }, async (tx) => {
      await enqueue(tx, [{ id: fixture.context.random.uuid(), kind: 'work', payload: {} }])
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    expect(await due(done)).toBe(0)
    fixture.travel('31 seconds')
    expect(await due(done)).toBe(1)
    expect(await stored()).toEqual([])
  })

  test('a worker claims at most as many jobs as its concurrency, the oldest first', async () => {
    await add(25)
    const seen: number[] = []
    const handler: JobHandler = async (job) => {
      seen.push((job.payload as { i: number }).i)
      return undefined
    }
    expect(await due(handler)).toBe(20)
    expect(await due(handler)).toBe(5)
    expect(await due(handler)).toBe(0)
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, index) => index))
  })
})

describe('how a job ends', () => {
  test('a job that ends with the transaction of its work is gone with its commit, and runs again after its rollback', async () => {
    await add(1)
    let fails = true
    const ends: JobHandler = async (job) => {
      await inTransaction(fixture.context.db, { repeatable: true }, async (tx) => {
        tx.defer(finishWith(tx, job))
        if (fails) throw new Error('it broke')
      })
      return 'ended'
    }
    await due(ends)
    expect(await stored()).toMatchObject([{ attempts: 1, leased: false, dead: false }])
    fails = false
    fixture.travel('1 minute')
    await due(ends)
    expect(await stored()).toEqual([])
    expect(logged).toEqual(['job failed and will be retried'])
  })

  test('a failed job is retried with exponential backoff and stores its last error', async () => {
    await add(1)
    const waits: number[] = []
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      fixture.travel(`${10 ** attempt} seconds`)
      expect(await due(broken)).toBe(1)
      waits.push((await stored())[0]?.wait ?? 0)
    }
    expect(waits).toEqual([2, 4, 8, 16, 32])
    expect((await stored())[0]).toMatchObject({ attempts: 5, dead: false, leased: false })
    expect((await stored())[0]?.error).toContain('it broke')
    expect(logged).toEqual(Array(5).fill('job failed and will be retried'))
  })

  test('a job is dead after its twelfth failed attempt, logs an error and is not claimed again', async () => {
    await add(1)
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      fixture.travel(`${attempt * 20} minutes`)
      expect(await due(broken), `try ${attempt}`).toBe(1)
    }
    expect(logged.at(-1)).toBe('job is dead after its last attempt')
    expect(await stored()).toMatchObject([{ attempts: 12, dead: true }])
    fixture.travel('30 days')
    expect(await due(done)).toBe(0)
  })

  test('a postponed job runs again after its interval with its attempts reset', async () => {
    await add(1)
    expect(await due(async () => ({ again: '20 seconds' }))).toBe(1)
    expect(await stored()).toMatchObject([{ attempts: 0, wait: 20, leased: false, dead: false }])
    fixture.travel('21 seconds')
    expect(await due(done)).toBe(1)
    expect(await stored()).toEqual([])
  })

  test('a job of an unknown kind fails while the others of its batch are done', async () => {
    await add(3)
    await inTransaction(fixture.context.db, { repeatable: true }, (tx) =>
      run(tx, 'test.other', `update job set kind = 'unknown' where payload ->> 'i' = '1'`),
    )
    expect(await due(done)).toBe(3)
    expect(await stored()).toHaveLength(1)
    expect((await stored())[0]?.error).toContain('no handler for jobs of kind unknown')
  })

  /**
   * A job whose first worker has outlived its lease, as seen by that worker and by the one that claimed it afterwards.
   */
  const takenOver = async () => {
    await add(1)
    const [stale] = await claimJobs(fixture.context.db, ordinaryQueue, 1)
    fixture.travel('3 minutes')
    const [current] = await claimJobs(fixture.context.db, ordinaryQueue, 1)
    return { stale: stale as ClaimedJob, current: current as ClaimedJob }
  }
  const ends: [string, (job: ClaimedJob) => Promise<string>][] = [
    ['finish', (job) => finishJob(fixture.context.db, job)],
    ['fail', (job) => failJob(fixture.context.db, job, 'too late')],
    ['postpone', (job) => postponeJob(fixture.context.db, job, { again: '20 seconds' })],
  ]

  test.each(ends)(
    'a worker whose lease has expired cannot %s a job that another worker has claimed',
    async (_, end) => {
      const { stale } = await takenOver()
      const before = await stored()
      expect(await end(stale)).toBe('lost')
      expect(await stored()).toEqual(before)
      expect(before).toMatchObject([{ attempts: 2, leased: true, error: null }])
    },
  )

  test.each(ends)(
    'a worker whose lease has expired cannot %s a job that another worker has postponed',
    async (_, end) => {
      const { stale, current } = await takenOver()
      expect(await postponeJob(fixture.context.db, current, { again: '1 hour' })).toBe('postponed')
      expect(await end(stale)).toBe('lost')
      expect(await stored()).toMatchObject([{ attempts: 0, leased: false, wait: 3600, error: null }])
    },
  )

  test.each(ends)(
    'a worker whose lease has expired cannot %s a job that another worker has finished',
    async (_, end) => {
      const { stale, current } = await takenOver()
      expect(await finishJob(fixture.context.db, current)).toBe('finished')
      expect(await end(stale)).toBe('lost')
      expect(await stored()).toEqual([])
    },
  )

  test('a worker whose lease has expired still finishes a job that no other worker has claimed', async () => {
    await add(1)
    const [slow] = await claimJobs(fixture.context.db, ordinaryQueue, 1)
    fixture.travel('3 minutes')
    expect(await finishJob(fixture.context.db, slow as ClaimedJob)).toBe('finished')
    expect(await stored()).toEqual([])
  })

  test('a job’s retry is not lost when a worker with an expired lease finishes while the current one is still trying', async () => {
    await add(1)
    let current: ClaimedJob | undefined
    await due(async () => {
      fixture.travel('3 minutes')
      current = (await claimJobs(fixture.context.db, ordinaryQueue, 1))[0]
      return undefined
    })
    expect(logged).toEqual(['job outlived its lease and another worker took it; this end is dropped'])
    expect(await failJob(fixture.context.db, current as ClaimedJob, 'it broke')).toBe('retried')
    expect(await stored()).toMatchObject([{ attempts: 2, leased: false, error: 'it broke' }])
  })

  test.each([
    ['finish', (db: Database, job: ClaimedJob) => finishJob(db, job), 'finished'],
    ['fail', (db: Database, job: ClaimedJob) => failJob(db, job, 'it broke'), 'retried'],
    [
      'postpone',
      (db: Database, job: ClaimedJob) => postponeJob(db, job, { again: '20 seconds' }),
      'postponed',
    ],
  ])('a worker can %s a job although the answer of its first commit was lost', async (_, end, outcome) => {
    await add(1)
    const [job] = await claimJobs(fixture.context.db, ordinaryQueue, 1)
    let commits = 0
    const db = new Database({
      url: fixture.databaseUrl,
      size: 1,
      afterCommit: () => {
        commits += 1
        if (commits === 1) throw Object.assign(new Error('lost'), { code: '08006' })
      },
    })
    try {
      expect(await end(db, job as ClaimedJob)).toBe(outcome)
      expect(commits).toBe(2)
    } finally {
      await db.close()
    }
  })
})

describe('the worker', () => {
  test('a worker that is stopped finishes its running jobs and claims no more', async () => {
    const seen: string[] = []
    let started = () => {}
    const running = new Promise<void>((resolve) => {
      started = resolve
    })
    const handler: JobHandler = async (job) => {
      started()
      await fixture.context.clock.sleep(200)
      seen.push(job.id)
      return undefined
    }
    const worker = startWorker(fixture.context.db, queues, { work: handler }, log, 20)
    await add(1)
    await running
    await worker.stop()
    expect(seen).toHaveLength(1)
    await add(1)
    await fixture.context.clock.sleep(100)
    expect(seen).toHaveLength(1)
  })

  test('hanging jobs use only their own share of the concurrency, and never delay the urgent queue', async () => {
    const seen: string[] = []
    const open: (() => void)[] = []
    const worker = startWorker(
      fixture.context.db,
      queues,
      {
        hanging: () => new Promise((resolve) => open.push(() => resolve(undefined))),
        work: async () => void seen.push('work'),
        message: async () => void seen.push('message'),
      },
      log,
      20,
    )
    try {
      // Nineteen of the twenty slots hang, so the other jobs run one after the other.
      await add(19, {}, undefined, { kind: 'hanging' })
      await vi.waitFor(() => expect(open).toHaveLength(19), 60_000)
      await add(50)
      await vi.waitFor(() => expect(seen).toHaveLength(50), 60_000)
      // All twenty slots hang.
      await add(1, {}, undefined, { kind: 'hanging' })
      await vi.waitFor(() => expect(open).toHaveLength(20), 60_000)
      await add(1)
      await add(3, {}, undefined, { kind: 'message', queue: urgent })
      await vi.waitFor(() => expect(seen.slice(50)).toEqual(['message', 'message', 'message']), 60_000)
      // The first job that ends frees a slot for the waiting one.
      open[0]?.()
      await vi.waitFor(() => expect(seen).toHaveLength(54), 60_000)
      expect(seen.at(-1)).toBe('work')
    } finally {
      for (const end of open) end()
      await worker.stop()
    }
    expect(await stored()).toEqual([])
  })

  test('a worker survives an unreachable database and resumes when it is back', async () => {
    const { line, url } = await startDatabaseLine(fixture.databaseUrl)
    const db = new Database({ url, size: 2 })
    let finished = () => {}
    const end = new Promise<void>((resolve) => {
      finished = resolve
    })
    const worker = startWorker(db, queues, { work: async () => finished() as undefined }, log, 20)
    try {
      await fixture.context.clock.sleep(100)
      line.cut()
      await add(1)
      await vi.waitFor(() => expect(logged).toContain('jobs could not be claimed'), 60_000)
      line.mend()
      await end
    } finally {
      await worker.stop()
      await db.close()
      await line.close()
    }
    expect(await stored()).toEqual([])
  })
})
