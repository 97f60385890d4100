import { setTimeout as sleep } from 'node:timers/promises'

const backWithinMs = 60_000

/**
 * The longest time without a success, milliseconds.
 * @param successes times of successes in order
 * @param from the start of the window; a success before it does not count
 */
export function longestGap(successes: readonly number[], from: number, until: number): number {
  let last = from
  let longest = 0
  for (const at of successes) {
    if (at < from || at > until) continue
    longest = Math.max(longest, at - last)
    last = at
  }
  return Math.max(longest, until - last)
}

/**
 * Waits for successful requests after the fault was repaired.
 * @returns milliseconds; 0 if there was no interruption, null after a minute
 */
export async function untilSuccess(
  { successes }: { successes: readonly number[] },
  gone: number,
): Promise<number | null> {
  for (;;) {
    const now = performance.now()
    const last = successes.at(-1) ?? 0
    if (now - last < 500 && now - gone > 500) {
      const first = successes.find((at) => at >= gone) ?? gone
      return first - gone < 500 ? 0 : first - gone
    }
    if (now - gone > backWithinMs) return null
    await sleep(50)
  }
}
