import type { PortfolioFilterStatus, PortfolioSort } from '@pematang/contract/portfolio/endpoints'

/** The criteria for a lender's fundings; texts are patterns for LIKE. */
export type PortfolioCriteria = {
  lenderId: number
  name: string | null
  loanNumber: string | null
  status: PortfolioFilterStatus | null
  /** Null sorts by the newest first. */
  sort: PortfolioSort | null
  page: number
  limit: number
}

/** The number of matches, and the ids of those on the page in the requested order. */
export type FoundPage = { total: number; ids: string[] }

/**
 * Up to this many matches are read and sorted. With more, at least one row in some hundreds matches, and the list is
 * walked instead.
 */
export const few = 500
