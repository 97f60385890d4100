import type { MarketplaceFilter } from './filter.ts'

/** Sentences about filters that no loan can match, by the field at which they are shown. */
export type Contradictions = Partial<Record<'tenorTo' | 'interestTo', string>>

/** The contradictions in a filter that the server would refuse; empty for a valid filter. */
export function contradictions(filter: MarketplaceFilter): Contradictions {
  const { tenorFrom, tenorTo, interestFrom, interestTo } = filter
  const found: Contradictions = {}
  if (tenorFrom !== null && tenorTo !== null && tenorFrom > tenorTo) {
    found.tenorTo = 'Tenor terpendek tidak boleh di atas tenor terpanjang.'
  }
  if (interestFrom !== null && interestTo !== null && interestFrom > interestTo) {
    found.interestTo = 'Bunga terendah tidak boleh di atas bunga tertinggi.'
  }
  return found
}

export const isContradicting = (filter: MarketplaceFilter): boolean =>
  Object.keys(contradictions(filter)).length > 0
