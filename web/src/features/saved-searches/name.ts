import type { longestSearchName, mostSavedSearches } from '@pematang/contract/saved-searches/endpoints'

// The values live in the contract beside its schemas; importing only their types keeps the schemas out of the bundle.
export const mostSearches: typeof mostSavedSearches = 20
export const longestName: typeof longestSearchName = 60

/** The sentence about a name that the server would refuse, or null. Names count without the spaces around them. */
export const nameProblem = (name: string): string | null =>
  name.trim() === '' ? 'Beri nama, misalnya "Bunga tinggi, tenor pendek".' : null
