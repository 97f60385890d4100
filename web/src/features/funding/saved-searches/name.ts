import type {
  longestSearchName,
  mostSavedSearches,
} from '@pematang/contract/funding/saved-searches/endpoints'

// Copied instead of imported from the contract, which keeps the schemas out of the bundle. The types ensure the same
// values.
export const mostSearches: typeof mostSavedSearches = 20
export const longestName: typeof longestSearchName = 60

/** The sentence for a name that the server would refuse, or null. Surrounding spaces are ignored. */
export const nameProblem = (name: string): string | null =>
  name.trim() === '' ? 'Beri nama, misalnya "Bunga tinggi, tenor pendek".' : null
