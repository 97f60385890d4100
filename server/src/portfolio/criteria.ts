import type { SearchCriteria } from './searching/read.ts'

export type PortfolioCriteria = SearchCriteria & { page: number; limit: number }

/** The number of matches, and the ids of those on the page in the requested order. */
export type FoundPage = { total: number; ids: string[] }

/**
 * Up to this many fundings of a status are read and sorted. With more, they are frequent enough that the list is scanned in
 * its order until a page is full.
 */
export const few = 500

/** A text to be found anywhere, without spaces around it; null without one. */
export const wanted = (text: string | undefined): string | null => text?.trim() || null
