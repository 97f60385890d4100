/**
 * Runs tasks at most `limit` at once, so that one is prepared while the database works on another. Tasks that share a
 * key run one after the other, in the order in which they were started.
 */
export class Overlap {
  readonly #limit: number
  readonly #running = new Set<{ keys: ReadonlySet<string>; ended: Promise<void> }>()
  #failure: { error: unknown } | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Starts a task, as soon as fewer than `limit` tasks run and none of them has one of its keys.
   * @throws the error of an earlier task, after all have ended
   */
  async start(keys: readonly string[], task: () => Promise<void>): Promise<void> {
    for (;;) {
      if (this.#failure) return this.end()
      const running = [...this.#running]
      const sharing = running.filter((one) => keys.some((key) => one.keys.has(key)))
      if (sharing.length > 0) await Promise.all(sharing.map(({ ended }) => ended))
      else if (running.length >= this.#limit) await Promise.race(running.map(({ ended }) => ended))
      else break
    }
    const one = { keys: new Set(keys), ended: this.#run(task).then(() => void this.#running.delete(one)) }
    this.#running.add(one)
  }

  /**
   * Waits until all tasks have ended.
   * @throws the first error of a task
   */
  async end(): Promise<void> {
    await Promise.all([...this.#running].map(({ ended }) => ended))
    if (this.#failure) throw this.#failure.error
  }

  async #run(task: () => Promise<void>): Promise<void> {
    try {
      await task()
    } catch (error) {
      this.#failure ??= { error }
    }
  }
}
