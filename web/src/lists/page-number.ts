/** The furthest page that the API accepts. */
export const furthestPage = 100_000_000

/**
 * Reads the page of a list from the query string. An invalid one becomes the first; one that is too large for the API
 * becomes the furthest, from which the list leads to its last page.
 */
export function readPage(search: URLSearchParams): number {
  const page = search.get('page') ?? ''
  return /^[1-9]\d{0,8}$/.test(page) ? Math.min(Number(page), furthestPage) : 1
}
