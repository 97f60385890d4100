import { includes, type LogPosition, type Replayed } from './log-position.ts'

/**
 * Remembers the primary's log position at several times, to compute which position a replica must have reached to lag
 * no more than a bound. Only this process's clock is used, and a primary without writes causes no lag.
 */
export class ReplayMarks {
  readonly #boundMs: number
  readonly #now: () => number
  /** Oldest first. Each position was read after its time, so everything acknowledged by that time is before it. */
  #marks: { at: number; position: LogPosition }[] = []

  constructor(boundMs: number, now: () => number = () => performance.now()) {
    this.#boundMs = boundMs
    this.#now = now
  }

  add(at: number, position: LogPosition): void {
    // Positions on an earlier timeline are useless, because a server that missed the failover may also have reached
    // them.
    if (this.#marks.at(-1)?.position.timeline !== position.timeline) this.#marks = []
    this.#marks.push({ at, position })
    this.#forget()
  }

  /** The position that a replica must have reached now; null if the primary has not been queried within the bound. */
  leastNow(): LogPosition | null {
    this.#forget()
    return this.#marks[0]?.position ?? null
  }

  /** How many milliseconds a replica has at least been behind; 0 if it has reached every known position. */
  lagMs(replayed: Replayed): number {
    const missing = this.#marks.find(({ position }) => !includes(replayed, position))
    return missing === undefined ? 0 : this.#now() - missing.at
  }

  #forget(): void {
    const since = this.#now() - this.#boundMs
    this.#marks = this.#marks.filter(({ at }) => at >= since)
  }
}
