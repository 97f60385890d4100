import { paths } from '../../paths.ts'

/** The router state of a loan's page that was opened from the list: the list's query string. */
export const listState = (search: string): { list?: string } => (search === '' ? {} : { list: search })

/** The list that a loan's page leads back to: with the filter that it was opened from, if there was one. */
export function listTarget(state: unknown): string {
  const search = (state as { list?: unknown } | null)?.list
  return typeof search === 'string' && /^\?[\x21-\x7e]*$/.test(search)
    ? paths.marketplace + search
    : paths.marketplace
}
