import type { Clock } from '../platform/clock.ts'

/**
 * One reading for all who ask while it is under way, and for those who ask within so many milliseconds after it. A reading
 * that fails is nobody's but theirs who waited for it.
 */
export function sharedReading<T>(
  clock: Clock,
  milliseconds: number,
  read: () => Promise<T>,
): () => Promise<T> {
  let reading: Promise<T> | undefined
  let until = 0
  return () => {
    if (reading && clock.now().getTime() < until) return reading
    const mine = read()
    reading = mine
    until = Number.POSITIVE_INFINITY
    mine.then(
      () => {
        until = clock.now().getTime() + milliseconds
      },
      () => {
        until = 0
      },
    )
    return mine
  }
}
