/** What the lender looks for. Kept in the address of the screen, so that it survives a reload and can be shared. */
export type MarketplaceFilter = {
  /** How many periods the loan runs, or null for any. */
  tenor: number | null
  /** Ids of loan types; none means all. */
  loanTypeIds: readonly number[]
}

export const noFilter: MarketplaceFilter = { tenor: null, loanTypeIds: [] }

/** Digits only, without leading zeros, at most four of them: what the tenor field lets through. */
export const tenorDigits = (typed: string): string => typed.replace(/\D/g, '').replace(/^0+/, '').slice(0, 4)

/** Reads the filter from the address. Whatever is not a filter of ours is left out. */
export function readFilter(search: URLSearchParams): MarketplaceFilter {
  const tenor = search.get('tenor') ?? ''
  const ids = (search.get('loanTypeId') ?? '').split(',').filter((id) => /^[1-9]\d{0,15}$/.test(id))
  return {
    tenor: /^[1-9]\d{0,3}$/.test(tenor) ? Number(tenor) : null,
    loanTypeIds: [...new Set(ids.map(Number))].filter(Number.isSafeInteger).slice(0, 50),
  }
}

/** The filter as it is sent and as it stands in the address: a number or empty, ids joined by commas. */
export const filterQuery = ({ tenor, loanTypeIds }: MarketplaceFilter) => ({
  tenor: tenor ?? ('' as const),
  loanTypeId: loanTypeIds.join(','),
})

export const isFiltered = ({ tenor, loanTypeIds }: MarketplaceFilter): boolean =>
  tenor !== null || loanTypeIds.length > 0

/** How many filters are set, for the button that opens them on a phone. */
export const countFilters = ({ tenor, loanTypeIds }: MarketplaceFilter): number =>
  (tenor === null ? 0 : 1) + (loanTypeIds.length > 0 ? 1 : 0)
