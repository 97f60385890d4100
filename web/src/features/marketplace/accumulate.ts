/**
 * The list that is shown after one more page came in: page 1 replaces it, every other page is added. Each key is
 * kept once: loans are funded while a lender scrolls, so that a loan may come again on the next page. It then keeps
 * its place and shows its newest figures.
 * @param shown what is shown now
 * @param page the number of the page that came in, from 1
 */
export function accumulate<T>(
  shown: readonly T[],
  page: number,
  items: readonly T[],
  keyOf: (item: T) => string,
): T[] {
  const byKey = new Map(page === 1 ? [] : shown.map((item) => [keyOf(item), item]))
  for (const item of items) byKey.set(keyOf(item), item)
  return [...byKey.values()]
}
