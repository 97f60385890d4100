import { StoreUnavailable } from './port.ts'

/**
 * Runs calls with a time limit and limited concurrency. A call that hangs on a network folder cannot be cancelled and
 * keeps one of the few threads that Node has for files. Further calls are therefore queued, within the same time limit,
 * instead of blocking the other threads as well.
 */
export class LimitedCalls {
  readonly #limitMs: number
  readonly #atOnce: number
  readonly #what: string
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(what: string, { limitMs, atOnce }: { limitMs: number; atOnce: number }) {
    this.#what = what
    this.#limitMs = limitMs
    this.#atOnce = atOnce
  }

  /** @throws StoreUnavailable after the time limit; the call itself may still be running */
  async run<T>(call: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isOver = true
        reject(new StoreUnavailable(`${this.#what}: no answer within ${this.#limitMs} ms`))
      }, this.#limitMs)
    })
    const work = this.#enter().then(async () => {
      try {
        return isOver ? await limit : await call()
      } finally {
        this.#leave()
      }
    })
    work.catch(() => {})
    try {
      return await Promise.race([work, limit])
    } finally {
      clearTimeout(timer)
    }
  }

  #enter(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1
      return Promise.resolve()
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Starts the next queued call, if there is one. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running -= 1
  }
}
