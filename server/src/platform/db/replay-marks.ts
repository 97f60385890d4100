import { includes, type LogPosition, type Replayed } from './log-position.ts'

/**
 * How far the primary's log was at times of this process's own clock, from which follows what a replica must have to be
 * no later than a bound. No clock of another machine is asked, and an idle primary makes nothing look late.
 */
export class ReplayMarks {
  readonly #boundMs: number
  readonly #now: () => number
  /** The oldest first. A position was asked after its time, so all that was acknowledged by then is before it. */
  #marks: { at: number; position: LogPosition }[] = []

  constructor(boundMs: number, now: () => number = () => performance.now()) {
    this.#boundMs = boundMs
    this.#now = now
  }

  add(at: number, position: LogPosition): void {
    // What was written on a former timeline says nothing of a server that has missed the failover.
    if (this.#marks.at(-1)?.position.timeline !== position.timeline) this.#marks = []
    this.#marks.push({ at, position })
    this.#forget()
  }

  /** What a replica must have now; null where the primary has not been asked within the bound. */
  leastNow(): LogPosition | null {
    this.#forget()
    return this.#marks[0]?.position ?? null
  }

  /** For how long a replica has been behind, at least; 0 where it has all that is known. */
  lagMs(replayed: Replayed): number {
    const missing = this.#marks.find(({ position }) => !includes(replayed, position))
    return missing === undefined ? 0 : this.#now() - missing.at
  }

  #forget(): void {
    const since = this.#now() - this.#boundMs
    this.#marks = this.#marks.filter(({ at }) => at >= since)
  }
}
