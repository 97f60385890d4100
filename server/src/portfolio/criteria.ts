import type { PortfolioFilterStatus, PortfolioSort } from '@pematang/contract/portfolio/endpoints'

/** The search criteria for a lender's fundings; texts are LIKE patterns. */
export type PortfolioCriteria = {
  lenderId: number
  name: string | null
  loanNumber: string | null
  status: PortfolioFilterStatus | null
  /** The sort order; null for newest first. */
  sort: PortfolioSort | null
  page: number
  limit: number
}

/** The number of matches, and the ids of those on the page in the requested order. */
export type FoundPage = { total: number; ids: string[] }

/**
 * Up to this many matches are read and sorted. With more, matches are frequent enough that the list is scanned in its
 * order until a page is full.
 */
export const few = 500
