import { useNavigate, useSearchParams } from 'react-router'
import { withQuery } from '../../paths.ts'

/** The text fields of a filter, and the page, counted from 1. */
export type PagedFilter = { page: number } & Record<string, string | number>

/** The number of fields of a filter that are set; page and order do not count. */
export const countActive = (filter: PagedFilter): number =>
  Object.entries(filter).filter(([key, value]) => key !== 'page' && key !== 'sort' && value !== '').length

/** The URL of a filtered list, without empty fields and without the first page. */
export const filterAddress = (path: string, filter: PagedFilter): string =>
  withQuery(path, { ...filter, page: filter.page > 1 ? filter.page : null })

/**
 * The filter and page of a list, kept in the query string, so that they survive reload, back and a shared link.
 * @param path of the list
 * @param parse reads the filter from any query string, also an invalid one
 */
export function useUrlFilter<F extends PagedFilter>(path: string, parse: (search: URLSearchParams) => F) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const filter = parse(search)
  return {
    filter,
    active: countActive(filter),
    /** The URL of another page with the same filter. */
    toPage: (page: number) => filterAddress(path, { ...filter, page }),
    /** Sets some fields and goes to the first page. Reads the address bar, which is ahead of the last render. */
    change: (some: Partial<F>) =>
      navigate(
        filterAddress(path, { ...parse(new URLSearchParams(window.location.search)), ...some, page: 1 }),
      ),
    reset: () => navigate(path),
  }
}
