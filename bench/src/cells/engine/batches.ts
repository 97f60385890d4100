import type { Transaction } from '../protocol/transaction.ts'
import { batchCost, concurrency, maxBatchSize } from './costs.ts'
import type { Timeline } from './timeline.ts'

/** One step of a local transaction that waits for its turn. */
export type Step = {
  cost: number
  /** The loan whose row it locks; steps on one loan are never in two batches at a time. */
  lock?: number
  run: (tx: Transaction) => void
  /** Called after the commit, unless the cell crashes before. */
  done?: () => void
}

/** Takes steps that wait at the same time together in a batch, which commits as a whole, two batches at a time. */
export class Batches {
  #waiting: Step[] = []
  #running = 0
  #locked = new Set<number>()
  #incarnation = 0
  #pausedUntil = 0
  /** Milliseconds of a core that all steps took, without what each batch takes beside them. */
  worked = 0
  readonly #timeline: Timeline
  readonly #commit: (steps: readonly Step[]) => void

  constructor(timeline: Timeline, commit: (steps: readonly Step[]) => void) {
    this.#timeline = timeline
    this.#commit = commit
  }

  add(step: Step): void {
    this.#waiting.push(step)
    if (this.#running < concurrency) this.#start()
  }

  /** Nothing commits before this time; what has waited does then. */
  pauseUntil(time: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, time)
  }

  /** Drops all that has not committed. */
  crash(): void {
    this.#incarnation += 1
    this.#waiting = []
    this.#running = 0
    this.#locked.clear()
  }

  #start(): void {
    const batch = this.#take()
    if (batch.length === 0) return
    const locks = new Set(batch.flatMap(({ lock }) => lock ?? []))
    for (const lock of locks) this.#locked.add(lock)
    this.#running += 1
    const work = batch.reduce((sum, { cost }) => sum + cost, 0)
    this.worked += work
    const incarnation = this.#incarnation
    const end = (): void => {
      if (incarnation !== this.#incarnation) return
      if (this.#timeline.now < this.#pausedUntil) {
        this.#timeline.after(this.#pausedUntil - this.#timeline.now, end)
        return
      }
      this.#running -= 1
      for (const lock of locks) this.#locked.delete(lock)
      this.#commit(batch)
      while (this.#running < concurrency && this.#waiting.length > 0) {
        const before = this.#running
        this.#start()
        if (this.#running === before) break
      }
    }
    this.#timeline.after(batchCost + work, end)
  }

  /** The first steps whose loans no other batch has locked. */
  #take(): Step[] {
    const batch: Step[] = []
    const passed: Step[] = []
    let place = 0
    for (; place < this.#waiting.length && batch.length < maxBatchSize; place += 1) {
      const step = this.#waiting[place]
      if (!step) break
      const isFree = step.lock === undefined || !this.#locked.has(step.lock)
      ;(isFree ? batch : passed).push(step)
    }
    this.#waiting = [...passed, ...this.#waiting.slice(place)]
    return batch
  }
}
