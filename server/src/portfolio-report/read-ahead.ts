/**
 * Gives what reads find in the order in which they begin, with at most so many of them under way. The next begins when the
 * oldest is taken, so a slow caller has no more than that in memory. After an early end none is left running.
 * @param reads begins a read each time that it is asked for one
 */
export async function* readAhead<Part>(reads: Iterable<Promise<Part>>, atOnce: number): AsyncGenerator<Part> {
  const begun = reads[Symbol.iterator]()
  const underWay: Promise<Part>[] = []
  const begin = () => {
    const next = begun.next()
    if (next.done === true) return
    // A read that fails early is reported in its turn.
    next.value.catch(() => {})
    underWay.push(next.value)
  }
  try {
    for (let count = 0; count < atOnce; count += 1) begin()
    for (let read = underWay.shift(); read; read = underWay.shift()) {
      const part = await read
      begin()
      yield part
    }
  } finally {
    await Promise.allSettled(underWay)
  }
}
