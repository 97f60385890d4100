import { paths } from '../../../paths.ts'

/**
 * The router state of a loan that was opened from the list: the query string of the list, and whether the loan lies
 * over the list, which then keeps its place.
 */
export const listState = (search: string, over = false): { list?: string; over?: true } => ({
  ...(search !== '' && { list: search }),
  ...(over && { over }),
})

/** The URL of the list to which a loan's page returns, with the filter from which the page was opened. */
export function listTarget(state: unknown): string {
  const search = (state as { list?: unknown } | null)?.list
  return typeof search === 'string' && /^\?[\x21-\x7e]*$/.test(search)
    ? paths.marketplace + search
    : paths.marketplace
}
