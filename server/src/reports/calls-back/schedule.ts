/** Waits between the tries of a message, seconds: the schedule that Standard Webhooks gives as an example, some three days. */
const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

/** The part of a wait that is added at random, so that those who failed together do not come back together. */
const jitter = 0.1

/** While an address fails, something new is told of at most this often beside the schedule, seconds. */
export const newsEvery = 300

/**
 * When an address is tried next, seconds after its first failure, or null when it was tried for three days.
 * @param elapsed seconds since the first failure
 * @param share from 0 to 1, at random
 */
export function nextTry(elapsed: number, share: number): number | null {
  let point = 0
  for (const wait of waits) {
    point += wait
    if (point > elapsed) return point + wait * jitter * share
  }
  return null
}
