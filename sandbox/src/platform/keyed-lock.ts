/** Runs the work of one key sequentially; different keys run concurrently. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<unknown>>()

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    // The tail swallows failures: failed work must not fail the next one.
    const tail = mine.then(
      () => undefined,
      () => undefined,
    )
    this.#tails.set(key, tail)
    try {
      return await mine
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key)
    }
  }
}
