import type { PortfolioFilterStatus, PortfolioSort } from '@pematang/contract/reports/portfolio/endpoints'

/** The criteria of a search. A text is found anywhere in a name or number, as it stands, in upper or lower case. */
export type SearchCriteria = {
  lenderId: number
  name: string | null
  loanNumber: string | null
  status: PortfolioFilterStatus | null
  /** The sort order; null for newest first. */
  sort: PortfolioSort | null
}

export type PortfolioCriteria = SearchCriteria & { page: number; limit: number }

/** The number of matches, and the ids of those on the page in the requested order. */
export type FoundPage = { total: number; ids: string[] }

/** The search text without spaces around it; null if it is empty. */
export const wanted = (text: string | undefined): string | null => text?.trim() || null
