import { expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

test('concurrent and shortly following callers share one read of the figures, and a failed read is not cached', async () => {
  let now = 0
  let readings = 0
  let next: (result: number | Error) => void = () => {}
  const read = singleFlight(
    { now: () => new Date(now), sleep: async () => {} },
    1_000,
    () =>
      new Promise<number>((resolve, reject) => {
        readings += 1
        next = (result) => (result instanceof Error ? reject(result) : resolve(result))
      }),
  )
  const first = [read(), read()]
  now = 60_000
  first.push(read())
  next(1)
  expect(await Promise.all(first)).toEqual([1, 1, 1])
  now += 999
  expect(await read()).toBe(1)
  expect(readings).toBe(1)
  now += 1
  const failing = [read(), read()]
  next(new Error('away'))
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = read()
  next(3)
  expect(await again).toBe(3)
  expect(readings).toBe(3)
})
