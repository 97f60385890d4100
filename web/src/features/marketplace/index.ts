export { FilterForm } from './filter-form.tsx'
export { filterQuery, type MarketplaceFilter, noFilter, readFilter } from './filter.ts'
export { LoanList } from './loan-list.tsx'
export { useMarketplaceReset } from './queries.ts'
