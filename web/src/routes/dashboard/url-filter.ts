import { useNavigate, useSearchParams } from 'react-router'
import { withQuery } from '../../paths.ts'

/** A filter as texts beside the page, the first being 1. */
export type PagedFilter = { page: number } & Record<string, string | number>

/** How many fields of a filter are set; the page is none. */
export const countActive = (filter: PagedFilter): number =>
  Object.entries(filter).filter(([key, value]) => key !== 'page' && value !== '').length

/** The address of a filtered list. What is empty, and the first page, is left out of it. */
export const filterAddress = (path: string, filter: PagedFilter): string =>
  withQuery(path, { ...filter, page: filter.page > 1 ? filter.page : null })

/**
 * The filter and page of a list, kept in the query string, so that they survive reload, back and a shared link.
 * @param path where the list is
 * @param parse reads the filter from any query string, also a wrong one
 */
export function useUrlFilter<F extends PagedFilter>(path: string, parse: (search: URLSearchParams) => F) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const filter = parse(search)
  return {
    filter,
    active: countActive(filter),
    /** The address of another page under the same filter. */
    toPage: (page: number) => filterAddress(path, { ...filter, page }),
    /** Sets some fields and goes to the first page. Reads the address bar: it is ahead of what is drawn. */
    change: (some: Partial<F>) =>
      navigate(
        filterAddress(path, { ...parse(new URLSearchParams(window.location.search)), ...some, page: 1 }),
      ),
    reset: () => navigate(path),
  }
}
