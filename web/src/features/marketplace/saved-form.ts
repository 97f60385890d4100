import type { MarketplaceFilters } from '@pematang/contract/marketplace/choosing'
import { withQuery } from '../../paths.ts'
import { isContradicting } from './contradictions.ts'
import { filterQuery, isSearch, type MarketplaceFilter, readFilter } from './filter.ts'
import { searchText } from './filter-words.ts'
import { useLoanTypeName } from './queries.ts'

/** A filter as it is saved under a name; null for one without any choice, and for one that contradicts itself. */
export const savedForm = (filter: MarketplaceFilter): MarketplaceFilters | null =>
  isSearch(filter) && !isContradicting(filter)
    ? Object.fromEntries(new URLSearchParams(withQuery('', filterQuery(filter))))
    : null

/** The filter that was saved. */
export const readSaved = (filters: MarketplaceFilters): MarketplaceFilter =>
  readFilter(new URLSearchParams(withQuery('', filters)))

/** Writes a search in one line. */
export function useSearchText(): (filter: MarketplaceFilter) => string {
  const loanTypeName = useLoanTypeName()
  return (filter) => searchText(filter, loanTypeName)
}
