import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startDatabaseLine } from '../../testing/tcp-proxy.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { Database, many, run } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { claimJobs, enqueue, enqueueOnce, failJob, finishJob, type Job, type NewJob } from './queue.ts'
import { type JobHandler, runDueJobs, startWorker } from './worker.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.travel(undefined)
  logged.length = 0
  await inTransaction(world.context.db, { repeatable: true }, (tx) =>
    run(tx, 'test.empty', 'delete from job'),
  )
})

const logged: string[] = []
const log = {
  error: (_: object, message: string) => logged.push(message),
  warn: (_: object, message: string) => logged.push(message),
}

/** Adds jobs once, though the commit's answer may be lost: a second try finds them there. */
const add = (n: number, payload: object = {}, delay?: string, more: Partial<NewJob> = {}) => {
  const jobs = Array.from({ length: n }, (_, i) => ({
    id: world.context.random.uuid(),
    kind: 'work',
    payload: { ...payload, i },
    ...(delay ? { delay } : {}),
    ...more,
  }))
  return inTransaction(world.context.db, { repeatable: true }, async (tx) => {
    const there = await many(tx, 'test.there', 'select from job where id = $1', [jobs[0]?.id])
    if (there.length === 0) await enqueue(tx, jobs)
  })
}
type Stored = { attempts: number; dead: boolean; leased: boolean; error: string | null; wait: number }
const stored = () =>
  many<Stored>(
    world.context.db,
    'test.jobs',
    `select attempts, dead_at is not null as dead, leased_until is not null as leased, last_error as error,
            round(extract(epoch from run_at - app_now()))::int as wait from job order by id`,
  )
const due = (handler: JobHandler, db = world.context.db) => runDueJobs(db, { work: handler }, log)
const done: JobHandler = async () => undefined
const broken: JobHandler = async () => {
  throw new Error('it broke')
}

describe('taking jobs', () => {
  test('one that is asked for by its id is there once, waiting or under way, and anew when it is done', async () => {
    const id = world.context.random.uuid()
    const ask = (of: number) =>
      inTransaction(world.context.db, { repeatable: true }, (tx) =>
        enqueueOnce(tx, { id, kind: 'work', payload: { of } }),
      )
    await Promise.all([1, 2, 3, 4].map(ask))
    const [job] = await claimJobs(world.context.db, 'ordinary', 10)
    await ask(5)
    expect(await stored()).toMatchObject([{ leased: true }])
    await finishJob(world.context.db, job?.id ?? '')
    await ask(6)
    expect(await claimJobs(world.context.db, 'ordinary', 10)).toMatchObject([{ id, payload: { of: 6 } }])
  })

  test('eight workers at once: every job is taken, none by two', async () => {
    await add(200)
    const taken = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const mine: Job[] = []
        for (;;) {
          const jobs = await claimJobs(world.context.db, 'ordinary', 7)
          if (jobs.length === 0) return mine
          mine.push(...jobs)
        }
      }),
    )
    const ids = taken.flat().map((job) => job.id)
    expect(ids).toHaveLength(200)
    expect(new Set(ids).size).toBe(200)
  })

  test('a job that a worker has is not taken until its lease has run out; then it counts as another try', async () => {
    await add(1, { order: 7 })
    const [first] = await claimJobs(world.context.db, 'ordinary', 10)
    expect(first).toMatchObject({ kind: 'work', payload: { order: 7, i: 0 }, attempts: 1 })
    world.travel('44 seconds')
    expect(await claimJobs(world.context.db, 'ordinary', 10)).toEqual([])
    world.travel('46 seconds')
    expect(await claimJobs(world.context.db, 'ordinary', 10)).toMatchObject([{ id: first?.id, attempts: 2 }])
  })

  test('not before its time, and only with the transaction that added it', async () => {
    await add(1, {}, '30 seconds')
    const undone = inTransaction(world.context.db, { repeatable: true }, async (tx) => {
      await enqueue(tx, [{ id: world.context.random.uuid(), kind: 'work', payload: {} }])
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    expect(await due(done)).toBe(0)
    world.travel('31 seconds')
    expect(await due(done)).toBe(1)
    expect(await stored()).toEqual([])
  })

  test('at most a batch at a time, the oldest first', async () => {
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
  test('one that fails comes again, each time after twice as long, and keeps the error', async () => {
    await add(1)
    const waits: number[] = []
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      world.travel(`${10 ** attempt} seconds`)
      expect(await due(broken)).toBe(1)
      waits.push((await stored())[0]?.wait ?? 0)
    }
    expect(waits).toEqual([2, 4, 8, 16, 32])
    expect((await stored())[0]).toMatchObject({ attempts: 5, dead: false, leased: false })
    expect((await stored())[0]?.error).toContain('it broke')
    expect(logged).toEqual(Array(5).fill('job failed, will be tried again'))
  })

  test('after its twelfth try it is put aside, loudly, and is not taken again', async () => {
    await add(1)
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      world.travel(`${attempt * 20} minutes`)
      expect(await due(broken), `try ${attempt}`).toBe(1)
    }
    expect(logged.at(-1)).toBe('job put aside after its last try')
    expect(await stored()).toMatchObject([{ attempts: 12, dead: true }])
    world.travel('30 days')
    expect(await due(done)).toBe(0)
  })

  test('one that asks to come again does, without its tries counting', async () => {
    await add(1)
    expect(await due(async () => ({ again: '20 seconds' }))).toBe(1)
    expect(await stored()).toMatchObject([{ attempts: 0, wait: 20, leased: false, dead: false }])
    world.travel('21 seconds')
    expect(await due(done)).toBe(1)
    expect(await stored()).toEqual([])
  })

  test('one that nobody knows fails, and the others of its batch are done', async () => {
    await add(3)
    await inTransaction(world.context.db, { repeatable: true }, (tx) =>
      run(tx, 'test.other', `update job set kind = 'unknown' where payload ->> 'i' = '1'`),
    )
    expect(await due(done)).toBe(3)
    expect(await stored()).toHaveLength(1)
    expect((await stored())[0]?.error).toContain('no handler for jobs of kind unknown')
  })

  test('one whose worker was too slow, after another has done it, is gone and stays so', async () => {
    await add(1)
    const [slow] = await claimJobs(world.context.db, 'ordinary', 1)
    world.travel('3 minutes')
    expect(await due(done)).toBe(1)
    expect(await failJob(world.context.db, slow as Job, 'too late')).toBe('later')
    await finishJob(world.context.db, (slow as Job).id)
    expect(await stored()).toEqual([])
  })
})

describe('the worker', () => {
  test('does what comes, and lets what is under way end when it stops', async () => {
    const seen: string[] = []
    let started = () => {}
    const running = new Promise<void>((resolve) => {
      started = resolve
    })
    const handler: JobHandler = async (job) => {
      started()
      await world.context.clock.sleep(200)
      seen.push(job.id)
      return undefined
    }
    const worker = startWorker(world.context.db, { work: handler }, log, 20)
    await add(1)
    await running
    await worker.stop()
    expect(seen).toHaveLength(1)
    await add(1)
    await world.context.clock.sleep(100)
    expect(seen).toHaveLength(1)
  })

  test('jobs that hang keep their own places only: others are done, and what somebody waits for is not behind them', async () => {
    const seen: string[] = []
    const open: (() => void)[] = []
    const worker = startWorker(
      world.context.db,
      {
        hanging: () => new Promise((resolve) => open.push(() => resolve(undefined))),
        work: async () => void seen.push('work'),
        message: async () => void seen.push('message'),
      },
      log,
      20,
    )
    try {
      // One place of twenty is left: the others go through it, one after the other.
      await add(19, {}, undefined, { kind: 'hanging' })
      await vi.waitFor(() => expect(open).toHaveLength(19), 10_000)
      await add(50)
      await vi.waitFor(() => expect(seen).toHaveLength(50), 20_000)
      // None is left.
      await add(1, {}, undefined, { kind: 'hanging' })
      await vi.waitFor(() => expect(open).toHaveLength(20), 10_000)
      await add(1)
      await add(3, {}, undefined, { kind: 'message', line: 'urgent' })
      await vi.waitFor(() => expect(seen.slice(50)).toEqual(['message', 'message', 'message']), 20_000)
      // The first place that is free again takes what waits.
      open[0]?.()
      await vi.waitFor(() => expect(seen).toHaveLength(54), 10_000)
      expect(seen.at(-1)).toBe('work')
    } finally {
      for (const end of open) end()
      await worker.stop()
    }
    expect(await stored()).toEqual([])
  })

  test('outlives a database that is away, and goes on when it is back', async () => {
    const { line, url } = await startDatabaseLine(world.databaseUrl)
    const db = new Database({ url, size: 2 })
    let finished = () => {}
    const end = new Promise<void>((resolve) => {
      finished = resolve
    })
    const worker = startWorker(db, { work: async () => finished() as undefined }, log, 20)
    try {
      await world.context.clock.sleep(100)
      line.cut()
      await add(1)
      await vi.waitFor(() => expect(logged).toContain('the queue cannot be read'), 10_000)
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
