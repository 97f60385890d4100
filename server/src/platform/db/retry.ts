/** How failures that pass by themselves are met. */
export type Retry = {
  /** Tries in all; after the last one the caller is told that we are busy. */
  tries: number
  /** Waits at most so many milliseconds between two tries. */
  pause: (most: number) => Promise<void>
}

/** Waits a random part of the given time (full jitter): those who collided do not collide again. */
const jitter = (most: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.random() * most))

export const usualRetry: Retry = { tries: 8, pause: jitter }

/** The pause after a try that failed, longer each time up to a second. `attempt` counts from 1. */
export const pauseAfter = ({ pause }: Retry, attempt: number): Promise<void> =>
  pause(Math.min(1000, 10 * 2 ** attempt))
