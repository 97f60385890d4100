/** Server failures in this tab without a quiet period between them, and the time of the last (ms since 1970). */
type Failures = { times: number; at: number }

/** Milliseconds without a failure after which the count starts again. */
const quietMilliseconds = 120_000
const key = 'server-failures'
const firstWaitSeconds = 5
const longestWaitSeconds = 60

/**
 * Counts a status 500 on this page.
 * @returns how many seconds to wait before the page is reloaded: null for the first failure, which the
 * specification's one reload follows; then 5, 10, 20 and so on up to 60
 */
export function countServerFailure(store: Pick<Storage, 'getItem' | 'setItem'>, now: number): number | null {
  const before = parse(store.getItem(key))
  const times = before && now - before.at < quietMilliseconds ? before.times + 1 : 1
  store.setItem(key, JSON.stringify({ times, at: now } satisfies Failures))
  return times === 1 ? null : Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** (times - 2))
}

function parse(stored: string | null): Failures | null {
  try {
    const { times, at } = JSON.parse(stored ?? '') as Failures
    return Number.isSafeInteger(times) && Number.isFinite(at) ? { times, at } : null
  } catch {
    return null
  }
}

let waiting: number | null = null
const listeners = new Set<() => void>()

/** Reports that the server keeps failing, and the seconds until the next attempt; null clears it. */
export function showOutage(waitSeconds: number | null): void {
  waiting = waitSeconds
  for (const listener of listeners) listener()
}

/** Seconds until the page is reloaded, or null while the server works. */
export const currentOutage = (): number | null => waiting

export function onOutageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
