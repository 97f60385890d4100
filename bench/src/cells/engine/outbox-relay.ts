import type { Message } from '../protocol/messages.ts'
import type { Timeline } from './timeline.ts'

/** Milliseconds between looks at the outbox, before the second attempt, and at most between two attempts. */
const [look, firstBackoff, maxBackoff] = [200, 200, 5_000]

/** Sends what stays in the outbox again, with a backoff. What it knows of attempts is lost in a crash. */
export class OutboxRelay {
  #attempts = new Map<string, { at: number; backoff: number }>()
  #looks = false
  #incarnation = 0
  readonly #timeline: Timeline
  readonly #outbox: () => ReadonlyMap<string, Message>
  readonly #send: (messages: readonly Message[]) => void

  constructor(
    timeline: Timeline,
    outbox: () => ReadonlyMap<string, Message>,
    send: (messages: readonly Message[]) => void,
  ) {
    this.#timeline = timeline
    this.#outbox = outbox
    this.#send = send
  }

  /** Notes that a message was sent at once, after its commit. */
  follow(message: Message): void {
    this.#attempts.set(message.id, { at: this.#timeline.now + firstBackoff, backoff: firstBackoff })
    this.#plan()
  }

  crash(): void {
    this.#incarnation += 1
    this.#attempts = new Map()
    this.#looks = false
  }

  /** Sends all of the outbox, of which nothing is known after a start. */
  start(): void {
    for (const { id } of this.#outbox().values()) this.#attempts.set(id, { at: 0, backoff: firstBackoff })
    this.#plan()
  }

  #plan(): void {
    if (this.#looks) return
    this.#looks = true
    const incarnation = this.#incarnation
    this.#timeline.after(look, () => {
      if (incarnation !== this.#incarnation) return
      this.#looks = false
      this.#sendDue()
      if (this.#attempts.size > 0) this.#plan()
    })
  }

  #sendDue(): void {
    const due: Message[] = []
    for (const [id, { at, backoff }] of this.#attempts) {
      const message = this.#outbox().get(id)
      if (!message) this.#attempts.delete(id)
      else if (at <= this.#timeline.now) {
        this.#attempts.set(id, {
          at: this.#timeline.now + backoff,
          backoff: Math.min(2 * backoff, maxBackoff),
        })
        due.push(message)
      }
    }
    if (due.length > 0) this.#send(due)
  }
}
