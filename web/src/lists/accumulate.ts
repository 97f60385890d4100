/** One page as it came: its number from 1, and what is on it. */
export type ListPage<T> = { page: number; list: readonly T[] }

/**
 * The list that is shown after these pages came in, one after the other: page 1 replaces it, every other page is added.
 * Each key is kept once: what is listed changes while a lender scrolls, so that an item may come again on the next page.
 * It then keeps its place and shows its newest figures.
 */
export function accumulate<T>(pages: readonly ListPage<T>[], keyOf: (item: T) => string): T[] {
  const byKey = new Map<string, T>()
  for (const { page, list } of pages) {
    if (page === 1) byKey.clear()
    for (const item of list) byKey.set(keyOf(item), item)
  }
  return [...byKey.values()]
}
