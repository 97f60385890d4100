/** Limits per minute, for each key and in total, and the maximum number of tracked keys. */
export type SumLimits = { each: number; all: number; keys: number }

const windowMs = 60_000
/** The key under which all keys beyond the maximum are counted. */
const rest = 'others'

/**
 * Lets the first events of each key pass and counts the others, which are reported once a minute, so that a flood
 * causes one line. The number of keys is limited too.
 */
export function createLogSums(
  { each, all, keys }: SumLimits,
  report: (key: string, count: number) => void,
): { admits(key: string): boolean; close(): void } {
  let counts = new Map<string, { through: number; summed: number }>()
  let throughInAll = 0
  const flush = () => {
    const before = counts
    counts = new Map()
    throughInAll = 0
    for (const [key, { summed }] of before) if (summed > 0) report(key, summed)
  }
  const timer = setInterval(flush, windowMs)
  timer.unref()
  return {
    admits(asked) {
      const key = counts.has(asked) || counts.size < keys ? asked : rest
      const count = counts.get(key) ?? { through: 0, summed: 0 }
      counts.set(key, count)
      const passes = count.through < each && throughInAll < all
      if (passes) {
        count.through += 1
        throughInAll += 1
      } else count.summed += 1
      return passes
    },
    close() {
      clearInterval(timer)
      flush()
    },
  }
}
