type Event = { at: number; order: number; run: () => void }

/** The simulated clock in milliseconds, and what happens next; events of the same moment keep the order of their planning. */
export class Timeline {
  now = 0
  #planned = 0
  /** A binary heap: each event is before the two at twice its place plus one and two. */
  readonly #heap: Event[] = []

  after(delay: number, run: () => void): void {
    this.#planned += 1
    const event = { at: this.now + Math.max(0, delay), order: this.#planned, run }
    let place = this.#heap.push(event) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = this.#heap[parent]
      if (!above || !isBefore(event, above)) break
      this.#heap[place] = above
      place = parent
    }
    this.#heap[place] = event
  }

  /** Runs the next event; false if there is none before this time. */
  next(until = Number.POSITIVE_INFINITY): boolean {
    const [first] = this.#heap
    if (!first || first.at > until) return false
    const last = this.#heap.pop()
    if (last && this.#heap.length > 0) this.#sink(last)
    this.now = first.at
    first.run()
    return true
  }

  #sink(event: Event): void {
    const heap = this.#heap
    let place = 0
    for (;;) {
      const [left, right] = [heap[2 * place + 1], heap[2 * place + 2]]
      if (!left) break
      const isRight = right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (!isBefore(child, event)) break
      heap[place] = child
      place = 2 * place + (isRight ? 2 : 1)
    }
    heap[place] = event
  }
}

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)
