import { type Outcome, Refusal } from '../refusal.ts'

/**
 * Handles a batch. It may call `release` to free its slot before the outcomes are known, so that the next batch starts.
 */
export type Work<Request, Answer> = (requests: Request[], release: () => void) => Promise<Outcome<Answer>[]>

type Limits = {
  /** Maximum batches running at once, not counting those that have released their slot. */
  concurrency: number
  maxBatchSize: number
}

export type BatcherOptions = Limits & {
  /** The limits that apply instead while at least so many requests wait. */
  crowd?: Limits & { waiting: number }
  /** Maximum batches running at once, including those that have released their slot; defaults to `concurrency`. */
  maxUnderWay?: number
  /** Maximum waiting requests; a further one is refused immediately with OVERLOADED. */
  queue: number
}

export type BatcherLoad = {
  /** Called with the size of each batch when it starts. */
  onBatch: ((size: number) => void) | undefined
  answered: number
  refused: number
  waiting: () => number
}

/**
 * Groups requests that wait at the same time into batches. There is no artificial delay: a request that finds a free
 * slot is handled alone and immediately; batches form only from requests that arrive while every slot is taken.
 * Requests are handled in the order of arrival.
 */
export class Batcher<Request, Answer> {
  readonly #work: Work<Request, Answer>
  readonly #options: BatcherOptions
  readonly #waiting: {
    request: Request
    resolve: (answer: Answer) => void
    reject: (error: unknown) => void
  }[] = []
  #busy = 0
  #underWay = 0
  #scheduled = false
  /** Figures for the metrics; requests do not use them. */
  readonly load: BatcherLoad = {
    onBatch: undefined,
    answered: 0,
    refused: 0,
    waiting: () => this.#waiting.length,
  }

  constructor(work: Work<Request, Answer>, options: BatcherOptions) {
    this.#work = work
    this.#options = options
  }

  /**
   * Waits for the outcome of a request.
   * @throws the error of that outcome, or Refusal OVERLOADED when too many requests wait already.
   */
  ask(request: Request): Promise<Answer> {
    if (this.#waiting.length >= this.#options.queue) {
      return Promise.reject(new Refusal('OVERLOADED', { retryAfterSeconds: 1 }))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject })
      this.#schedule()
    })
  }

  /**
   * Starts the next batch at the end of this turn of the event loop, so that all requests read in it join the same
   * batch.
   */
  #schedule(): void {
    if (this.#scheduled || !this.#mayRun()) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      while (this.#mayRun()) void this.#runNext()
    })
  }

  #mayRun(): boolean {
    const { concurrency } = this.#limits()
    const { maxUnderWay = concurrency } = this.#options
    return this.#busy < concurrency && this.#underWay < maxUnderWay && this.#waiting.length > 0
  }

  #limits(): Limits {
    const { crowd } = this.#options
    return crowd && this.#waiting.length >= crowd.waiting ? crowd : this.#options
  }

  async #runNext(): Promise<void> {
    const batch = this.#waiting.splice(0, this.#limits().maxBatchSize)
    const release = this.#takeSlot()
    this.#underWay += 1
    this.load.onBatch?.(batch.length)
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

  /**
   * Takes a slot.
   * @returns a function that frees it; further calls of that function have no effect
   */
  #takeSlot(): () => void {
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
