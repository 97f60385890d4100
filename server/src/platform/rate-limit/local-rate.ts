import type { Limit } from './rate-limit.ts'

/** Maximum number of tracked names; beyond it, full buckets are dropped, which equal new ones. */
const most = 10_000

/**
 * A rate limit of this process only, in memory, so that a flood causes no database access: an initial burst, and the
 * same number spread over the period (generic cell rate algorithm).
 */
export function createLocalRate({ count, seconds }: Limit, nowMs: () => number): (name: string) => boolean {
  const stepMs = (seconds * 1000) / count
  const fullAt = new Map<string, number>()
  return (name) => {
    const now = nowMs()
    const next = Math.max(fullAt.get(name) ?? 0, now) + stepMs
    if (next > now + seconds * 1000) return false
    if (fullAt.size >= most) for (const [one, at] of fullAt) if (at <= now) fullAt.delete(one)
    fullAt.set(name, next)
    return true
  }
}
