import type { SearchCriteria } from './searching/read.ts'

export type PortfolioCriteria = SearchCriteria & { page: number; limit: number }

/** The number of matches, and the ids of those on the page in the requested order. */
export type FoundPage = { total: number; ids: string[] }

/** The search text without spaces around it; null if it is empty. */
export const wanted = (text: string | undefined): string | null => text?.trim() || null
