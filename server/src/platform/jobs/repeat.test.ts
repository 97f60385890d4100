import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WithFailPoints } from '../fail-points.ts'
import { repeat, startRepeats } from './repeat.ts'

const context = (log: { error: () => void }) =>
  ({ db: { options: {} }, log }) as WithFailPoints & { log: typeof log }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a recurring task that failed runs again after half a minute and not only at its next time', async () => {
  const log = { error: vi.fn() }
  const step = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue()
  const repeated = repeat(context(log), 600_000, [{ name: 'closing', run: step }])
  await vi.advanceTimersByTimeAsync(29_000)
  expect([step.mock.calls.length, log.error.mock.calls.length]).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(step).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(560_000)
  expect(step).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(step).toHaveBeenCalledTimes(3)
  await repeated.stop()
})

test('a recurring task that is stopped after a failure does not run again', async () => {
  const step = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('away'))
  const repeated = repeat(context({ error: vi.fn() }), 600_000, [{ name: 'closing', run: step }])
  await vi.advanceTimersByTimeAsync(1_000)
  await repeated.stop()
  await vi.advanceTimersByTimeAsync(1_300_000)
  expect(step).toHaveBeenCalledTimes(1)
})

test('recurring tasks that take turns wait for each other, and the others run beside them', async () => {
  const log = { error: vi.fn() }
  const done: string[] = []
  const task = (name: string, ms: number) => ({
    name,
    everyMs: 600_000,
    run: async () => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      done.push(name)
    },
  })
  const stop = startRepeats(context(log), [
    { ...task('first', 3_000), inTurn: true },
    { ...task('second', 1_000), inTurn: true },
    task('beside', 2_000),
  ])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(done).toEqual(['beside', 'first', 'second'])
  await stop()
})

describe('OPS-10 a check of what other tasks keep in order', () => {
  /** A task that takes a second, and a check; both fail while the database is away. */
  function started() {
    const done: string[] = []
    const state = { isAway: false }
    const task = (name: string, ms: number) => async () => {
      if (state.isAway) throw new Error('away')
      await new Promise((resolve) => setTimeout(resolve, ms))
      done.push(name)
    }
    const stop = startRepeats(
      context({ error: vi.fn() }),
      [
        { name: 'the check', everyMs: 60_000, afterOthers: true, run: task('check', 0) },
        { name: 'the task', everyMs: 900_000, run: task('task', 1_000) },
      ],
      [{ runNow: task('sweep', 2_000) }],
    )
    return { done, state, stop }
  }

  test('first runs when each of them has run once since the start, and from then on at its own interval without waiting for them', async () => {
    const { done, stop } = started()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(done.at(-1)).toBe('check')
    expect(new Set(done.slice(0, -1))).toEqual(new Set(['task', 'sweep']))
    done.length = 0
    await vi.advanceTimersByTimeAsync(120_000)
    expect(done).toEqual(['check', 'check'])
    await stop()
  })

  test('runs after them again when the database comes back after an outage', async () => {
    const { done, state, stop } = started()
    await vi.advanceTimersByTimeAsync(10_000)
    state.isAway = true
    await vi.advanceTimersByTimeAsync(3 * 86_400_000)
    state.isAway = false
    done.length = 0
    await vi.advanceTimersByTimeAsync(60_000)
    expect(done.indexOf('check')).toBeGreaterThan(Math.max(done.indexOf('task'), done.indexOf('sweep')))
    expect(done.indexOf('task')).toBeGreaterThanOrEqual(0)
    expect(done.indexOf('sweep')).toBeGreaterThanOrEqual(0)
    await stop()
  })
})
