import type { MarketplaceFilters } from '@pematang/contract/funding/marketplace/choosing'
import { withQuery } from '../../../paths.ts'
import { isContradicting } from './contradictions.ts'
import { filterQuery, isSearch, type MarketplaceFilter, readFilter } from './filter.ts'
import { searchText } from './filter-words.ts'
import { useLoanTypeName } from './queries.ts'

/** A filter in the format in which it is saved; null for an empty filter, and for one that contradicts itself. */
export const savedForm = (filter: MarketplaceFilter): MarketplaceFilters | null =>
  isSearch(filter) && !isContradicting(filter)
    ? Object.fromEntries(new URLSearchParams(withQuery('', filterQuery(filter))))
    : null

export const readSaved = (filters: MarketplaceFilters): MarketplaceFilter =>
  readFilter(new URLSearchParams(withQuery('', filters)))

/** Describes a search in one line. */
export function useSearchText(): (filter: MarketplaceFilter) => string {
  const loanTypeName = useLoanTypeName()
  return (filter) => searchText(filter, loanTypeName)
}
