/** How transient failures are retried. */
export type Retry = {
  /** Attempts in total; after the last one the caller gets OVERLOADED. */
  tries: number
  /**
   * No further attempt starts later than this many milliseconds after the first, because the caller waits for an
   * answer.
   */
  withinMs?: number
  /** Waits at most this many milliseconds between two attempts. */
  pause: (most: number) => Promise<void>
}

/** Waits a random part of the given time (full jitter), so that transactions that collided do not collide again. */
const jitter = (most: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.random() * most))

export const defaultRetryPolicy: Retry = { tries: 8, withinMs: 15_000, pause: jitter }

/**
 * Whether another attempt may start.
 * @param startedAt when the first attempt started, by `performance.now()`
 */
export const mayTryAgain = (
  { tries, withinMs = Infinity }: Retry,
  attempt: number,
  startedAt: number,
): boolean => attempt < tries && performance.now() - startedAt < withinMs

/** Waits after a failed attempt, longer each time up to a second. `attempt` counts from 1. */
export const backoff = ({ pause }: Retry, attempt: number): Promise<void> =>
  pause(Math.min(1000, 10 * 2 ** attempt))
