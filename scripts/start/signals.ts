import { readFileSync } from 'node:fs'

/** Requests to stop, from a person, the system, or the end of the npm process that started us. */
export interface StopRequests {
  stop: AbortSignal
  force: AbortSignal
}

/**
 * The processes above ours up to npm: our parent and, where that is the shell in which npm runs its scripts, its
 * parent. The terminal above npm is left out, because it may close without a request to stop.
 */
function ancestors(): string {
  const parent = process.ppid
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const grandparent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
    return /^(sh|dash|bash|ash|zsh)$/.test(name) ? `${parent} ${grandparent}` : String(parent)
  } catch {
    // Not Linux, or the parent has just ended, and another process is our parent now.
    return String(parent)
  }
}

/**
 * Milliseconds within which two signals count as one request: npm forwards a Ctrl-C that the terminal has also sent to
 * us.
 */
const SAME_REQUEST_MS = 800
const WATCH_PARENT_MS = 500

/**
 * Listens for requests to stop. The first SIGINT, SIGTERM or SIGHUP starts a graceful shutdown, a later second one
 * stops at once. If the npm process that started us has ended, that also counts as a request, because we can no longer
 * be stopped through npm.
 */
export function listenForStop(env: NodeJS.ProcessEnv): StopRequests {
  const stop = new AbortController()
  const force = new AbortController()
  let first = 0
  const request = (): void => {
    if (!stop.signal.aborted) {
      first = Date.now()
      stop.abort()
    } else if (Date.now() - first > SAME_REQUEST_MS) force.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, request)
  if (env.npm_lifecycle_event !== undefined) {
    const whole = ancestors()
    const timer = setInterval(() => {
      if (ancestors() === whole) return
      clearInterval(timer)
      stop.abort()
    }, WATCH_PARENT_MS)
    timer.unref()
  }
  return { stop: stop.signal, force: force.signal }
}
