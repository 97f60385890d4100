import { ApiError } from '../../../api/errors.ts'
import type { NoticeState } from './state.ts'

const interval = 20_000
const longestWait = 300_000

export type Surroundings = {
  /** Names the lock and the channel of the tabs; different for each lender. */
  name: string
  /** Requests the current state of the notices from the server. */
  ask: (signal: AbortSignal) => Promise<NoticeState>
  onState: (state: NoticeState) => void
  isLoggedIn: () => boolean
  page: EventTarget & Pick<Document, 'visibilityState'>
  network: EventTarget
  /** Undefined if the page is not served over TLS; each tab then polls by itself. */
  locks: LockManager | undefined
}

export type Live = {
  /** Polls at once, in the tab that does the polling. */
  poke: () => void
  stop: () => void
}

/**
 * Keeps the notices of a lender current while this tab is visible. One visible tab of a browser polls every 20 s and
 * passes the result to the others; when it is hidden or closed, the next one takes over. It ends with the session.
 */
export function followNotices(around: Surroundings): Live {
  const { page } = around
  let shown: Live | null = null
  const follow = () => {
    if (page.visibilityState === 'visible') shown ??= followWhileShown(around, stop)
    else hide()
  }
  const hide = () => {
    shown?.stop()
    shown = null
  }
  const stop = () => {
    page.removeEventListener('visibilitychange', follow)
    hide()
  }
  page.addEventListener('visibilitychange', follow)
  follow()
  return { poke: () => shown?.poke(), stop }
}

/** A message between tabs: a result, or the request to poll at once. */
type Message = NoticeState | 'wanted'

function followWhileShown({ name, locks, network, ...around }: Surroundings, onEnd: () => void): Live {
  const hiding = new AbortController()
  const { signal } = hiding
  const channel = new BroadcastChannel(name)
  const say = (message: Message) => channel.postMessage(message)
  const alarm = makeAlarm(signal)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data === 'wanted') alarm.ring()
    else around.onState(data)
  })
  network.addEventListener('online', alarm.ring, { signal })
  signal.addEventListener('abort', () => channel.close())

  const poll = () =>
    pollUntilHidden(alarm, signal, {
      ...around,
      onState(state) {
        around.onState(state)
        say(state)
      },
      onEnd,
    })
  // Asks the tab that is already polling, if there is one, to poll at once.
  say('wanted')
  const asking = locks ? locks.request(name, { signal }, poll) : poll()
  // Ignored: the request for the lock is cancelled when the tab is hidden while another tab has the lock.
  void asking.catch(() => undefined)
  return {
    poke() {
      alarm.ring()
      say('wanted')
    },
    stop: () => hiding.abort(),
  }
}

type Polling = Pick<Surroundings, 'ask' | 'onState' | 'isLoggedIn'> & { onEnd: () => void }

/** Polls repeatedly, with backoff while the server fails, until the tab is hidden or the session has ended. */
async function pollUntilHidden(
  alarm: Alarm,
  signal: AbortSignal,
  { ask, onState, isLoggedIn, onEnd }: Polling,
) {
  let failures = 0
  while (!signal.aborted) {
    if (!isLoggedIn()) return onEnd()
    alarm.clear()
    try {
      onState(await ask(signal))
      failures = 0
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'session') return onEnd()
      failures += 1
    }
    // Jitter, so that browsers do not poll at the same moment after an outage.
    const spread = 0.9 + Math.random() * 0.2
    await alarm.wait(Math.min(interval * 2 ** failures, longestWait) * spread)
  }
}

type Alarm = ReturnType<typeof makeAlarm>

/**
 * A wait that `ring` ends early. If it rings before the wait begins, the next wait ends at once, unless `clear` is
 * called.
 */
function makeAlarm(signal: AbortSignal) {
  let isRung = false
  let wake: (() => void) | null = null
  const ring = () => {
    isRung = true
    wake?.()
  }
  signal.addEventListener('abort', ring)
  return {
    ring,
    clear: () => {
      isRung = false
    },
    async wait(milliseconds: number) {
      if (isRung || signal.aborted) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wake = null
    },
  }
}
