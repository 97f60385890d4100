import type { Clock } from '../../platform/clock.ts'

/**
 * Shares one read among concurrent callers, and caches its result for a time in milliseconds. A failed read is not
 * cached.
 */
export function singleFlight<T>(
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
