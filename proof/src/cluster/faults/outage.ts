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
