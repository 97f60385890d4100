import { readFileSync } from 'node:fs'

/** Requests to end, from a person, the system, or the end of the npm that started us. */
export interface StopRequests {
  stop: AbortSignal
  force: AbortSignal
}

/**
 * Who started us, up to npm: our parent, and where that is the shell in which npm runs its scripts, the parent of it.
 * (No further: the terminal above npm may close without meaning us.)
 */
function ancestors(): string {
  const parent = process.ppid
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const grandparent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
    return /^(sh|dash|bash|ash|zsh)$/.test(name) ? `${parent} ${grandparent}` : String(parent)
  } catch {
    // Not Linux, or the parent has just ended: then ours is another one by now.
    return String(parent)
  }
}

/** npm passes a Ctrl-C on that the terminal has sent to us as well: both within this time are one request. */
const SAME_REQUEST_MS = 800
const WATCH_PARENT_MS = 500

/**
 * First SIGINT, SIGTERM or SIGHUP: stop in good order. A second one later: stop at once. When npm started us and is
 * gone (kill -9), nobody can stop us any more by stopping npm: that counts as a request too.
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
