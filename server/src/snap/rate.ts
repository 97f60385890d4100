import type { Limit } from '../platform/limits/limits.ts'

/** More names than this have never called at once; beyond it those that are full again are forgotten. */
const most = 10_000

/**
 * So many at once from one name, and as many again spread over so many seconds; of this process alone, so that it
 * costs a flood more than it costs us. The generic cell rate algorithm.
 */
export function makeRate({ count, seconds }: Limit, nowMs: () => number): (name: string) => boolean {
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
