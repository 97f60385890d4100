import { Histogram } from '../metrics/histogram.ts'
import { Refusal } from '../refusal.ts'

/** What becomes of one request of a batch. */
export type Outcome<Answer> = { answer: Answer } | { error: unknown }

/** Does a batch. It may give its lane back before it knows how its requests end: the next batch goes then. */
export type Work<Request, Answer> = (requests: Request[], release: () => void) => Promise<Outcome<Answer>[]>

export type CoalescerOptions = {
  /** Batches under way at once that have not given their lane back. */
  lanes: number
  /** Batches under way at once, with those that have given their lane back; as many as lanes where it is left out. */
  underWay?: number
  /** Requests in a batch at most. */
  most: number
  /** Requests that may wait; one more is refused at once with OVERLOADED. */
  queue: number
}

/**
 * Takes requests that wait at the same time together. There is no delay: the first request of a quiet moment goes
 * at once and alone, and a batch forms only from those that arrive while every lane is busy. Requests are handed
 * over in the order in which they came.
 */
export class Coalescer<Request, Answer> {
  readonly #work: Work<Request, Answer>
  readonly #options: CoalescerOptions
  readonly #waiting: {
    request: Request
    resolve: (answer: Answer) => void
    reject: (error: unknown) => void
  }[] = []
  #busy = 0
  #underWay = 0
  #scheduled = false
  /** What there is to count; nobody asks for it on the way of a request. */
  readonly load = {
    sizes: new Histogram([1, 2, 4, 8, 16, 32, 64, 128]),
    answered: 0,
    refused: 0,
    waiting: () => this.#waiting.length,
  }

  constructor(work: Work<Request, Answer>, options: CoalescerOptions) {
    this.#work = work
    this.#options = options
  }

  /** @throws what the work says of this request, or Refusal OVERLOADED when too many wait already. */
  ask(request: Request): Promise<Answer> {
    if (this.#waiting.length >= this.#options.queue) {
      return Promise.reject(new Refusal('OVERLOADED', { retryAfterSeconds: 1 }))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject })
      this.#schedule()
    })
  }

  /** Everything that this turn of the event loop has read is gathered before a batch goes. */
  #schedule(): void {
    if (this.#scheduled || !this.#mayRun()) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      while (this.#mayRun()) void this.#runNext()
    })
  }

  #mayRun(): boolean {
    const { lanes, underWay = lanes } = this.#options
    return this.#busy < lanes && this.#underWay < underWay && this.#waiting.length > 0
  }

  async #runNext(): Promise<void> {
    const batch = this.#waiting.splice(0, this.#options.most)
    const release = this.#takeLane()
    this.#underWay += 1
    this.load.sizes.observe(batch.length)
    let answered = 0
    try {
      const outcomes = await this.#work(
        batch.map((one) => one.request),
        release,
      )
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index]
        if (outcome && 'answer' in outcome) {
          answered += 1
          resolve(outcome.answer)
        } else reject(outcome?.error ?? new Error('a batch gave no outcome for one of its requests'))
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      this.#underWay -= 1
      release()
      this.load.answered += answered
      this.load.refused += batch.length - answered
      this.#schedule()
    }
  }

  /** What it gives back frees the lane, once however often it is called. */
  #takeLane(): () => void {
    this.#busy += 1
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#busy -= 1
      this.#schedule()
    }
  }
}
