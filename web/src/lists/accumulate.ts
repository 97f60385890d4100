/** One fetched page: its number from 1, and its items. */
export type ListPage<T> = { page: number; list: readonly T[] }

/**
 * Joins the pages to the list that is shown, in the order of their arrival: page 1 replaces it, every other page is
 * added. Each key is kept once: the list changes while a lender scrolls, so that an item may appear again on the next
 * page. It then keeps its place and gets its newest figures.
 */
export function accumulate<T>(pages: readonly ListPage<T>[], keyOf: (item: T) => string): T[] {
  const byKey = new Map<string, T>()
  for (const { page, list } of pages) {
    if (page === 1) byKey.clear()
    for (const item of list) byKey.set(keyOf(item), item)
  }
  return [...byKey.values()]
}
