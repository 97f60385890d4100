/**
 * Yields the results of reads in order, with a limited number in progress. The next read begins when the oldest result
 * is taken, so a slow caller limits the memory use. After an early end no read is left running.
 * @param reads begins a read each time that the next one is requested
 */
export async function* readAhead<Part>(reads: Iterable<Promise<Part>>, atOnce: number): AsyncGenerator<Part> {
  const begun = reads[Symbol.iterator]()
  const underWay: Promise<Part>[] = []
  const begin = () => {
    const next = begun.next()
    if (next.done === true) return
    // A read that fails early is reported when its result is due; until then it must not count as unhandled.
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
