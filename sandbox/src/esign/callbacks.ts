import { createHmac, randomBytes } from 'node:crypto'
import type { DocumentRecord, EventRecord } from './model.ts'
import type { DocumentStore } from './store.ts'

const TIMEOUT_MS = 10_000
const LONGEST_PAUSE_MS = 60_000
const AT_ONCE = 16

/** hex HMAC-SHA256(secret, `${timestamp}.${rawBody}`), the X-Signature of a callback. */
export function signCallback(secret: string, timestamp: string, rawBody: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex')
}

type CourierOptions = {
  store: DocumentStore
  secret: string
  retryMs: number
  now: () => Date
  /** Builds the callback body for a document that was uploaded through Privy's API. */
  noticeOf: (record: DocumentRecord, event: EventRecord) => string
  /** Called with failures; never with secrets or bodies. */
  warn: (message: string) => void
}

/**
 * Delivers events to the app until it answers 2xx, with delays that double up to a minute. Pending events are stored in
 * the records, so that a restart continues with them.
 */
export class CallbackCourier {
  readonly #options: CourierOptions
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()
  readonly #waiting: (() => void)[] = []
  readonly #stop = new AbortController()
  #slots = AT_ONCE

  constructor(options: CourierOptions) {
    this.#options = options
  }

  /** Schedules every event that was not delivered when the process ended. */
  start(): void {
    for (const record of this.#options.store.all()) this.schedule(record)
  }

  /** Schedules the deliveries of a record that are due. Scheduling twice sends once. */
  schedule(record: DocumentRecord): void {
    for (const [index, event] of record.events.entries()) {
      const key = `${record.docToken}/${index}`
      if (event.deliveredAt !== null || this.#timers.has(key) || this.#stop.signal.aborted) continue
      if (event.after !== null && record.events[event.after]?.deliveredAt === null) continue
      const pause = Math.max(0, Date.parse(event.dueAt) - this.#options.now().getTime())
      const timer = setTimeout(() => this.#begin(key, record.docToken, index), pause)
      this.#timers.set(key, timer)
    }
  }

  /** Aborts the running deliveries and waits for them; they are sent again after the next start. */
  async stop(): Promise<void> {
    this.#stop.abort()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    for (const go of this.#waiting.splice(0)) go()
    await Promise.allSettled(this.#running)
  }

  #begin(key: string, docToken: string, index: number): void {
    const run = this.#deliver(docToken, index)
      .catch((error: unknown) => {
        this.#options.warn(`callback of ${docToken} could not be kept: ${String(error)}`)
        return null
      })
      .then((record) => {
        // The key stays reserved while the delivery runs, so that it cannot be scheduled twice.
        this.#timers.delete(key)
        this.#running.delete(run)
        if (record !== null) this.schedule(record)
      })
    this.#running.add(run)
  }

  async #deliver(docToken: string, index: number): Promise<DocumentRecord | null> {
    const { store, now } = this.#options
    await this.#takeSlot()
    let delivered = false
    try {
      const record = store.find(docToken)
      const event = record?.events[index]
      if (!record || !event || this.#stop.signal.aborted) return null
      const answers = await Promise.all(Array.from({ length: event.copies }, () => this.#post(record, event)))
      delivered = event.forged || answers.includes(true)
    } finally {
      this.#giveSlot()
    }
    if (this.#stop.signal.aborted && !delivered) return null
    return store.alone(docToken, async () => {
      const record = store.find(docToken)
      if (record === null) return null
      const at = now()
      const events = record.events.map((event, position) => {
        if (position !== index) return event
        const attempts = event.attempts + 1
        const pause = Math.min(LONGEST_PAUSE_MS, this.#options.retryMs * 2 ** Math.min(event.attempts, 16))
        return delivered
          ? { ...event, attempts, deliveredAt: at.toISOString() }
          : { ...event, attempts, dueAt: new Date(at.getTime() + pause).toISOString() }
      })
      const after = { ...record, events }
      await store.save(after)
      return after
    })
  }

  /** One POST; true when the app answered 2xx. Redirects are not followed. */
  async #post(record: DocumentRecord, event: EventRecord): Promise<boolean> {
    const rawBody = record.privy ? this.#options.noticeOf(record, event) : ownNotice(record, event)
    const timestamp = this.#options.now().toISOString()
    const secret = event.forged ? randomBytes(32).toString('hex') : this.#options.secret
    try {
      const response = await fetch(record.callbackUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          // Callbacks in Privy's format have no signature.
          ...(!record.privy && {
            'x-timestamp': timestamp,
            'x-signature': signCallback(secret, timestamp, rawBody),
          }),
        },
        body: rawBody,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await response.body?.cancel()
      if (!response.ok && !event.forged) {
        this.#options.warn(`callback ${event.event} of ${record.docToken} was answered ${response.status}`)
      }
      return response.ok
    } catch {
      return false
    }
  }

  async #takeSlot(): Promise<void> {
    if (this.#slots > 0) this.#slots -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #giveSlot(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#slots += 1
  }
}

const ownNotice = (
  { docToken, reference }: DocumentRecord,
  { eventId, event, occurredAt }: EventRecord,
): string => JSON.stringify({ eventId, docToken, reference, event, occurredAt })
