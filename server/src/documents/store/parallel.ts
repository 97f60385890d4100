/**
 * Runs work for each item with limited concurrency, and returns the results in order. After a failure no further item is
 * started, and the running ones are awaited.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const entries = items.entries()
  let failed = false
  const worker = async () => {
    for (const [place, item] of entries) {
      if (failed) return
      try {
        results[place] = await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  return results
}
