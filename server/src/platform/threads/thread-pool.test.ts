import { getPriority } from 'node:os'
import { threadId } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import type { Task, Told } from './testing/tasks.ts'
import { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts'

const program = new URL('./testing/tasks.ts', import.meta.url)
let pool: ThreadPool<Task, unknown>
const open = (options: Partial<ThreadPoolOptions> = {}) => {
  pool = new ThreadPool({ program, threads: 1, queue: 100, limitMs: 30_000, ...options })
  return pool
}
afterEach(() => pool.close())

const tell = async () => (await pool.run({ do: 'tell' })) as Told
const settled = async (results: Promise<unknown>[]) =>
  (await Promise.allSettled(results)).map((one) => (one.status === 'fulfilled' ? 'done' : one.reason))

test('the thread pool runs tasks on at most the given number of threads and reuses them', async () => {
  open({ threads: 2 })
  expect(pool.load()).toEqual({ running: 0, waiting: 0 })
  const spins = Array.from({ length: 8 }, () => pool.run({ do: 'spin', ms: 20 }))
  const threads = new Set(await Promise.all(spins))
  expect(threads.size).toBe(2)
  expect(threads).toContain((await tell()).thread)
  expect(pool.load()).toEqual({ running: 0, waiting: 0 })
})

test('a thread pool task runs on another thread than the one that submits it', async () => {
  open()
  expect(await pool.run({ do: 'spin', ms: 1 })).not.toBe(threadId)
})

test.runIf(process.platform === 'linux')(
  'worker threads run at a lower priority than the main thread',
  async () => {
    open()
    const before = getPriority()
    expect((await tell()).priority).toBeGreaterThan(before)
    expect(getPriority()).toBe(before)
  },
)

test('the thread pool passes bytes to and from a thread unchanged', async () => {
  open()
  expect(Buffer.from((await tell()).bytes).toString()).toBe('byte for byte')
})

test('a thread pool task that throws rejects and leaves its thread usable', async () => {
  open()
  const { thread } = await tell()
  await expect(pool.run({ do: 'throw' })).rejects.toThrow(new RangeError('out of range'))
  expect((await tell()).thread).toBe(thread)
})

test('the thread pool rejects a task beyond its queue at once and completes the queued ones', async () => {
  open({ queue: 3 })
  const first = pool.run({ do: 'spin', ms: 200 })
  await expect.poll(() => pool.load()).toEqual({ running: 1, waiting: 0 })
  const waiting = [1, 2, 3].map(() => pool.run({ do: 'tell' }))
  expect(pool.load()).toEqual({ running: 1, waiting: 3 })
  await expect(pool.run({ do: 'tell' })).rejects.toMatchObject({
    code: 'OVERLOADED',
    params: { retryAfterSeconds: 1 },
  })
  expect(pool.load().running).toBe(1)
  expect(await settled([first, ...waiting])).toEqual(['done', 'done', 'done', 'done'])
})

test.each(['exit', 'answer with a function'] as const)(
  'a worker thread that ends (%s) fails only its own task and is replaced',
  async (end) => {
    open()
    const { thread } = await tell()
    const results = await settled([pool.run({ do: end }), pool.run({ do: 'tell' }), pool.run({ do: 'tell' })])
    expect(results).toEqual([expect.any(Error), 'done', 'done'])
    expect((await tell()).thread).not.toBe(thread)
    expect(pool.load()).toEqual({ running: 0, waiting: 0 })
  },
)

test('the thread pool replaces an idle thread that has ended', async () => {
  open()
  const { thread } = await tell()
  await pool.run({ do: 'fail later' })
  await expect.poll(async () => (await tell().catch(() => ({ thread }))).thread).not.toBe(thread)
})

test('the thread pool refuses a task at the time limit, which counts without the start of its thread, and runs the next one', async () => {
  open({ limitMs: 2_000, program: new URL('?startMs=2500', program) })
  const results = await settled([pool.run({ do: 'spin', ms: 3_600_000 }), pool.run({ do: 'tell' })])
  expect(results).toMatchObject([{ code: 'OVERLOADED', cause: expect.any(Error) }, 'done'])
})

test('a worker thread program that cannot start fails only its tasks', async () => {
  open({ program: new URL('./testing/none.ts', import.meta.url) })
  const results = await settled([pool.run({ do: 'tell' }), pool.run({ do: 'tell' })])
  expect(results).toEqual([expect.any(Error), expect.any(Error)])
})

test('closing the thread pool fails running, queued and new tasks', async () => {
  open()
  await tell()
  const under = [pool.run({ do: 'spin', ms: 3_600_000 }), pool.run({ do: 'tell' })]
  const ended = settled(under)
  await expect.poll(() => pool.load().running).toBe(1)
  await pool.close()
  expect(await ended).toEqual([expect.any(Error), expect.any(Error)])
  await expect(pool.run({ do: 'tell' })).rejects.toThrow('closed')
})
